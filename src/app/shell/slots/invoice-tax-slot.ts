/** An invoice as the operator sees it, with what may be decided of the tax of a draft. */
import { invoiceOfAllScreen } from '#sales/billing/ui/invoice-of-all.screen.tsx';
import { InvoiceTax } from '#sales/terms/ui/blocks/invoice-tax.part.tsx';

export const invoiceScreen = invoiceOfAllScreen(InvoiceTax);
