export type NavigationEntry = { path: string };
