import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { queryClientOf } from '#kit/ui/query/query-client.ts';
import { usePage } from './page.tsx';

/** Queries work below: around the frame of the signed-in, and around their screens, which may lose that frame before they go. */
export function Queries({ children }: { children: ReactNode }) {
  const { queries } = usePage();
  return <QueryClientProvider client={queryClientOf(queries)}>{children}</QueryClientProvider>;
}

export function withQueries(Screen: ComponentType): ComponentType {
  return function ScreenWithQueries() {
    return (
      <Queries>
        <Screen />
      </Queries>
    );
  };
}
