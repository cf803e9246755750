import type { Client } from '#kit/contract.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { dataEndsCalls } from '#operate/ownership/data-ends.contract.ts';

export const dataEndsApi = { dataEnds: dataEndsCalls };
type DataEndsClient = Client<typeof dataEndsApi>['dataEnds'];

export const dataEndQuery = (api: DataEndsClient, id: string) =>
  callQuery({ area: 'admin', name: 'dataEnds.get', call: api.get, input: { params: { id } } });
export const dataEndsQuery = (api: DataEndsClient) =>
  callQuery({ area: 'admin', name: 'dataEnds.list', call: api.list, input: { query: {} } });
