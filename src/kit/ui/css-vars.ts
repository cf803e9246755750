import type { CSSProperties } from 'react';

/** Our own CSS variables as a `style`. */
export const cssVars = (vars: Readonly<Record<`--${string}`, string | number>>): CSSProperties =>
  Object.assign<CSSProperties, object>({}, vars);
