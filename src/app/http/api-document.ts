/** The reference of the REST API and of the news that it sends, as OpenAPI 3.1. Takes a good part of a second to make. */
import { webhookNews } from '#connect/webhooks/webhook-news.contract.ts';
import { webhookHeaders } from '#connect/webhooks/webhooks.rules.ts';
import { neverByKey } from '#core/iam/keys.rules.ts';
import { openApi } from '#kit/server/http/openapi.ts';
import { contract } from '#app/assembly.ts';

export const apiDocument = () =>
  openApi(contract, {
    title: 'Atrium',
    version: '0.1',
    description:
      'New calls, optional inputs, answer fields and failure codes may be added at any time. A call that will be removed is marked `deprecated` here, and its answers carry `Deprecation` and `Sunset` for at least six months before.',
    neverByKey,
    webhooks: { news: webhookNews, signature: webhookHeaders.signature },
  });
