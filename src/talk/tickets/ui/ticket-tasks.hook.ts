import { type ComponentType, createContext } from 'react';

export type TicketTasksProps = { ticket: { id: string; subject: string } };
/** Makes a task of a ticket; filled in by the route table, because tasks come after tickets in rank. */
export const TicketTasks = createContext<ComponentType<TicketTasksProps> | null>(null);
