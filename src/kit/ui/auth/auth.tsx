import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { authFacts } from '#kit/facts.ts';
import { rememberedFor } from '#kit/remembered.ts';
import type { AuthClient, AuthState } from './auth-client.ts';
import { hasScope, type SessionUser } from './session-user.ts';

const refuse = async (): Promise<never> => {
  throw new Error('signing in happens in the browser');
};
/** While rendering on the server: who reads is known, and nothing can change it. */
export function serverAuth(user: SessionUser | null): AuthClient {
  const state: AuthState = { user, loggedIn: user !== null, strategy: authFacts.defaultStrategy, busy: false };
  return {
    state: () => state,
    subscribe: () => () => {},
    onError: () => () => {},
    onLogin: () => () => {},
    login: refuse,
    accept: refuse,
    token: async () => null,
    fetchUser: refuse,
    maybeSignedIn: () => user !== null,
    logout: async () => {},
    reset: () => {},
    rememberPath: () => {},
    takePath: () => authFacts.redirects.home,
  };
}

const AuthContext = createContext<AuthClient>(serverAuth(null));
export function AuthProvider({ auth, children }: { auth: AuthClient; children: ReactNode }) {
  return <AuthContext value={auth}>{children}</AuthContext>;
}

export type UsedAuth = AuthState &
  Pick<AuthClient, 'login' | 'accept' | 'token' | 'logout' | 'fetchUser' | 'takePath' | 'rememberPath'> & {
    can: (permission: string) => boolean;
  };
// every row of a list may ask
const usedAuthOf = rememberedFor(
  (state: AuthState, auth: AuthClient): UsedAuth => ({
    ...auth,
    ...state,
    can: (permission) => hasScope(state.user?.scope, permission),
  }),
);

/** Who is signed in, and the verbs. `can('rooms.create')` asks the scope. */
export function useAuth(): UsedAuth {
  const auth = useContext(AuthContext);
  const state = useSyncExternalStore(auth.subscribe, auth.state, auth.state);
  return usedAuthOf(state, auth);
}
