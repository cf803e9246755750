import { Children, type ReactNode } from 'react';

/** "Mathematics 9b · today, 09:15": each part isolated, so that a name of another script does not turn the order of its neighbours. */
export function DotLine({ children }: { children: ReactNode }) {
  const parts = Children.toArray(children).filter((part) => part !== '');
  return Children.map(parts, (part, index) => (
    <>
      {index > 0 && ' · '}
      <bdi>{part}</bdi>
    </>
  ));
}
