/** A person as a form holds them. */
export type PersonDraft = { name: string; email: string; locale: string; timeZone: string };

/** Field → code of what is wrong; the server looks again. */
export const personTrouble = (draft: PersonDraft): Partial<Record<'name' | 'email', string>> => ({
  ...(draft.name.trim() === '' && { name: 'required' }),
  ...(draft.email.trim() === ''
    ? { email: 'required' }
    : !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(draft.email.trim()) && { email: 'email' }),
});
