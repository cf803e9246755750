/** Texts of mails for those who change them. They are read across accounts, because a text falls back to the vendor's and the operator's. */
import type { Parsed } from '#kit/contract.ts';
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import { type Locale, locales } from '#kit/facts.ts';
import type { MailWording } from '#kit/mail-wording.ts';
import { plainTextOf } from '#kit/rich-text.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { localeOf } from '#core/identity/identity.rules.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { TemplateItem, templatesCalls, TemplateText } from '../templates.contract.ts';
import { groupOf, languageState, mayEdit, unknownVariables, type WordingLevel } from '../templates.rules.ts';
import { builtInWording, titlesOf, variableNames, variablesFor } from './built-in.service.ts';
import { wordingChain } from './find-wording.service.ts';
import { samplesFor } from './samples.service.ts';
import type { TemplateCatalog, TemplateSource } from './templates.mail.ts';
import { changeTemplate, deleteTemplate, insertTemplate, languagesOf, templatesOf, type TextWrite } from './templates.queries.ts';
import type { TemplateRow } from './templates.table.ts';

/** Null as `owner`: the operator's texts hold for every account. */
export type TemplateEditor = { actor: UserActor; owner: string | null; reader: Locale };
export function editorOf(ctx: Ctx): TemplateEditor {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new Failure('not_signed_in');
  if (!actor.scope.includes('templates.edit')) throw notAllowed('templates.edit');
  const owner = actor.accountKind === 'operator' ? null : actor.accountId;
  return { actor, owner, reader: localeOf(ctx.locale) };
}

/** What an account may not change does not exist for it. */
export function templateFor({ actor }: TemplateEditor, catalog: TemplateCatalog, name: string): TemplateSource {
  const template = catalog.find((one) => one.name === name);
  if (template === undefined || !mayEdit(actor.accountKind, template)) throw notFound();
  return template;
}

const inLocale = (rows: readonly TemplateRow[], locale: Locale) => rows.find((row) => row.locale === locale);
function languagesIn(rows: readonly TemplateRow[]): TemplateItem['languages'] {
  const english = inLocale(rows, 'en-US');
  return locales.flatMap((locale) => {
    const state = languageState(inLocale(rows, locale), english);
    return state === 'original' ? [] : [{ locale, state }];
  });
}

type TitledTemplate = { template: TemplateSource; rows: readonly TemplateRow[]; title: string };
const itemOf = ({ template: { name, kind }, rows, title }: TitledTemplate): TemplateItem => ({
  ...{ name, title, kind },
  group: groupOf(name),
  languages: languagesIn(rows),
});

export async function listTemplates(ctx: Ctx, catalog: TemplateCatalog): Promise<{ items: TemplateItem[] }> {
  const { actor, owner, reader } = editorOf(ctx);
  const rows = await templatesOf(ctx.system.read, owner);
  const shown = catalog.filter((template) => mayEdit(actor.accountKind, template));
  const titleOf = await titlesOf(shown, reader);
  const items = shown.map((template) =>
    itemOf({ template, title: titleOf(template), rows: rows.filter((row) => row.name === template.name) }),
  );
  return { items };
}

export type FoundWording = MailWording & { level: WordingLevel };
export type EditedText = { editor: TemplateEditor; template: TemplateSource; locale: Locale };
/** What the text says without the words of the editor's own account. */
async function inheritedWording(db: Db, { editor, template, locale }: EditedText): Promise<FoundWording> {
  const { owner } = editor;
  const above = owner === null ? [] : await wordingChain(db, { accountId: owner, template, locale });
  const nearest = above.find((row) => row.level !== 'account');
  return nearest ?? { ...(await builtInWording(template, locale)), level: 'built-in' };
}

const draftOf = (row: TemplateRow | undefined): MailWording | null =>
  row === undefined || row.draftSubject === null || row.draftBody === null
    ? null
    : { subject: row.draftSubject, body: row.draftBody };
const publishedOf = (row: TemplateRow | undefined): MailWording | null =>
  row === undefined || row.subject === null || row.body === null ? null : { subject: row.subject, body: row.body };

/** What is being written, else what is public, else what is inherited. */
export async function currentWording(ctx: Ctx, of: EditedText): Promise<FoundWording> {
  const { owner } = of.editor;
  const row = inLocale(await languagesOf(ctx.system.read, { owner, name: of.template.name }), of.locale);
  const own = draftOf(row) ?? publishedOf(row);
  return own === null ? inheritedWording(ctx.system.read, of) : { ...own, level: owner === null ? 'operator' : 'account' };
}

async function viewText(db: Db, of: EditedText): Promise<TemplateText> {
  const { editor, template, locale } = of;
  const { owner, reader } = editor;
  const rows = await languagesOf(db, { owner, name: template.name });
  const row = inLocale(rows, locale);
  const original = await inheritedWording(db, of);
  const { subject, body } = draftOf(row) ?? publishedOf(row) ?? original;
  const editedBy = row?.editedBy ?? null;
  const names = await findNames(db, editedBy === null ? [] : [editedBy]);
  return {
    ...itemOf({ template, rows, title: (await titlesOf([template], reader))(template) }),
    locale,
    text: { subject, body },
    published: publishedOf(row),
    state: languageState(row, inLocale(rows, 'en-US')),
    edited: draftOf(row) !== null && publishedOf(row) !== null,
    original,
    variables: await variablesFor(template, { locale, reader, samples: await samplesFor(locale, 'usual') }),
    revision: row?.revision ?? 0,
    editedAt: row?.editedAt.getTime() ?? null,
    editedBy: editedBy === null ? null : (names.get(editedBy) ?? null),
  };
}

type TextKey = { name: string; locale: Locale };
function textFor(ctx: Ctx, catalog: TemplateCatalog, { name, locale }: TextKey) {
  const editor = editorOf(ctx);
  const template = templateFor(editor, catalog, name);
  return { of: { editor, template, locale }, key: { owner: editor.owner, name, locale } };
}

export const getText = (ctx: Ctx, catalog: TemplateCatalog, key: TextKey): Promise<TemplateText> =>
  viewText(ctx.system.read, textFor(ctx, catalog, key).of);

/** Throws `changed_meanwhile`; two who begin at once are held apart by the unique key. */
const must = (write: TextWrite): void => {
  if (write === 'stale') throw new Failure('changed_meanwhile');
};

type SaveText = TextKey & { body: Parsed<typeof templatesCalls.save>['body'] };
export async function saveText(ctx: Ctx, catalog: TemplateCatalog, input: SaveText): Promise<TemplateText> {
  const { of, key } = textFor(ctx, catalog, input);
  const { revision, subject, body } = input.body;
  const edited = { draftSubject: subject, draftBody: body, editedAt: new Date(ctx.now()), editedBy: of.editor.actor.userId };
  return ctx.system.write(async (tx) => {
    if (revision > 0) must(await changeTemplate(tx, { key, revision }, edited));
    else {
      const { owner, name, locale } = key;
      const row = { id: newId(ctx.now()), accountId: owner, name, locale, ...edited };
      must(await insertTemplate(tx, { ...row, subject: null, body: null, publishedAt: null, revision: 1 }));
    }
    return viewText(tx, of);
  });
}

type TextAt = TextKey & { revision: number };
const noted = ({ name, locale }: TextKey) => ({ subjectKind: 'template', subjectId: null, data: { name, locale } });

export async function publishText(ctx: Ctx, catalog: TemplateCatalog, input: TextAt): Promise<TemplateText> {
  const { of, key } = textFor(ctx, catalog, input);
  const { revision } = input;
  return ctx.system.write(async (tx) => {
    const draft = draftOf(inLocale(await languagesOf(tx, key), key.locale));
    if (draft === null) throw new Failure('nothing_to_publish');
    const names = unknownVariables(draft, await variableNames(of.template));
    if (names.length > 0) throw new Failure('unknown_variable', { data: { names } });
    if (plainTextOf(draft.body).trim() === '' || (of.template.kind === 'mail' && draft.subject === ''))
      throw new Failure('text_missing');
    const at = new Date(ctx.now());
    const text = { ...draft, draftSubject: null, draftBody: null, publishedAt: at };
    must(await changeTemplate(tx, { key, revision }, text));
    await record(ctx, tx, { action: 'templates.published', ...noted(key) });
    return viewText(tx, of);
  });
}

export async function resetText(ctx: Ctx, catalog: TemplateCatalog, input: TextAt): Promise<TemplateText> {
  const { of, key } = textFor(ctx, catalog, input);
  return ctx.system.write(async (tx) => {
    must(await deleteTemplate(tx, { key, revision: input.revision }));
    await record(ctx, tx, { action: 'templates.reset', ...noted(key) });
    return viewText(tx, of);
  });
}
