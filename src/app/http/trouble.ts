/** A trouble that the operator can mend: its message is printed as it is, without a stack. */
export class PlainTrouble extends Error {
  override name = 'PlainTrouble';
}
