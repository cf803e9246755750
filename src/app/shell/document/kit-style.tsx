import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { onPaper, resolver } from '#kit/ui/theme/resolver.ts';
import { theme } from '#kit/ui/theme/theme.ts';

/**
 * The style element with the variables of the theme, for the head of every page. They are the same on all pages: made with each of
 * them, they would cost the server as much time as ten rows of a list.
 */
export const kitStyle = (): string =>
  renderToStaticMarkup(
    <MantineProvider theme={theme} cssVariablesResolver={resolver} defaultColorScheme="auto" withGlobalClasses={false}>
      <style>{onPaper}</style>
    </MantineProvider>,
  );
