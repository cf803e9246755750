/** Our own CSS variables may stand in `style`. */
declare module 'react' {
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
export {};
