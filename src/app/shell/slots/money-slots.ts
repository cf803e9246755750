/** What the pages of vendors show of money: each later domain adds its part. */
import { withExport } from '#sales/bank/ui/blocks/vendor-export.part.tsx';
import { vendorFigures } from '#sales/books/ui/blocks/vendor-figures-slot.hook.ts';
import { withPayments } from '#sales/payments/ui/blocks/vendor-payments.part.tsx';
import { vendorSlots as sold } from '#sales/resale/ui/blocks/vendor-slots-filled.part.tsx';

export const vendorSlots = { ...withExport(withPayments(sold)), ...vendorFigures };
