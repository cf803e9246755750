import { useLocation, useNavigate, useSearchParams } from 'react-router';

const isOpening = (state: unknown): boolean => typeof state === 'object' && state !== null && 'opens' in state;

/** Which payment is open stands in the address: a link leads to it, and going back closes it. */
export function useOpenedPayment() {
  const [search, setSearch] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const withId = (now: URLSearchParams, id: string | null) => {
    const next = new URLSearchParams(now);
    if (id === null) next.delete('payment');
    else next.set('payment', id);
    return next;
  };
  return {
    opened: search.get('payment'),
    pathOf: (id: string) => `${pathname}?${withId(search, id).toString()}`,
    open: (id: string) => setSearch((now) => withId(now, id), { state: { opens: true }, preventScrollReset: true }),
    close: () => {
      // people from the list go back to it; people with a link go on to it
      if (isOpening(state)) void navigate(-1);
      else setSearch((now) => withId(now, null), { replace: true, preventScrollReset: true });
    },
  };
}
