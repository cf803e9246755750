import { PaperButtons } from '../invoice-side.part.tsx';

type Props = { id: string; number: string; xml: 'yes' | 'no' };
/** The files of a reseller's statement: the self-billed invoice as a page, and as an e-invoice where it is one. */
export const StatementPapers = ({ id, number, xml }: Props) => <PaperButtons of={{ id, number }} xml={xml} folder="statements" />;
