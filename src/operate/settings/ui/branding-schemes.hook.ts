/** The grounds on which the colour of an account stands, as the theme has them. */
export const light = '#ffffff';
export const dark = '#12161f';
