/** Paper is light: while a page is printed its colours are those of the light scheme, whatever the reader chose for the screen. */
export function watchPaper(): void {
  const { dataset } = document.documentElement;
  let chosen: string | undefined;
  // as properties: asked for again, the one takes the place of the other
  window.onbeforeprint = () => {
    chosen = dataset['mantineColorScheme'];
    dataset['mantineColorScheme'] = 'light';
  };
  window.onafterprint = () => {
    if (chosen !== undefined) dataset['mantineColorScheme'] = chosen;
  };
}
