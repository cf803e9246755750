/** How a text looks with sample data, and mailing that to oneself. */
import type { Parsed } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import type { MailWording } from '#kit/mail-wording.ts';
import { changeLines, type RichTextInline } from '#kit/rich-text.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { previewMail } from '#core/outbox/server/preview.service.ts';
import type { SampleKind, TemplatePreview, templatesCalls } from '../templates.contract.ts';
import { TEST_MAILS, unknownVariables } from '../templates.rules.ts';
import { titlesOf, variableNames } from './built-in.service.ts';
import { samplesFor } from './samples.service.ts';
import type { TemplateCatalog } from './templates.mail.ts';
import { currentWording, type EditedText, editorOf, templateFor, type FoundWording } from './templates.service.ts';

/** Variables that nobody knows are shown by name: left in, the mail would have its built-in words. */
function nameUnknown(wording: MailWording, unknown: readonly string[]): MailWording {
  const named = (part: RichTextInline): RichTextInline =>
    part.type === 'variable' && unknown.includes(part.attrs.name) ? { type: 'text', text: `[${part.attrs.name}]` } : part;
  return {
    subject: unknown.reduce((text, name) => text.replaceAll(`{${name}}`, `[${name}]`), wording.subject),
    body: changeLines(wording.body, (line) => line.map(named)),
  };
}

/** A block has no subject; its sample goes under its title. */
async function titled({ template, editor }: EditedText, wording: FoundWording): Promise<FoundWording> {
  if (template.kind === 'mail') return wording;
  return { ...wording, subject: (await titlesOf([template], editor.reader))(template) };
}

type PreviewText = { name: string; body: Parsed<typeof templatesCalls.preview>['body'] };
export async function previewText(ctx: Ctx, catalog: TemplateCatalog, { name, body }: PreviewText): Promise<TemplatePreview> {
  const editor = editorOf(ctx);
  const template = templateFor(editor, catalog, name);
  const { locale, sample, text } = body;
  const of: EditedText = { editor, template, locale };
  const own = text === null ? null : ({ ...text, level: editor.owner === null ? 'operator' : 'account' } as const);
  const wording = await titled(of, own ?? (await currentWording(ctx, of)));
  const shown = nameUnknown(wording, unknownVariables(wording, await variableNames(template)));
  const data = await samplesFor(locale, sample);
  const { subject, html } = await previewMail(ctx, { template, locale, wording: shown, data });
  return { locale, subject, html, level: wording.level };
}

type TestText = { name: string; body: Parsed<typeof templatesCalls.test>['body'] };
/** Mails the text as it stands, draft before published, to the reader. */
export async function testText(ctx: Ctx, catalog: TemplateCatalog, { name, body }: TestText): Promise<{ to: string }> {
  const editor = editorOf(ctx);
  const template = templateFor(editor, catalog, name);
  const { email, accountId, userId } = editor.actor;
  if (!email.includes('@')) throw new Failure('no_address');
  await ctx.limits.use(`template-test:${userId}`, { max: TEST_MAILS, windowSeconds: 3600 });
  const mails = await Promise.all(body.locales.map((locale) => testMail(ctx, { editor, template, locale }, body.sample)));
  await ctx.system.write(async (tx) => {
    for (const mail of mails) await sendMail(ctx, tx, { ...mail, template, to: email, accountId, userId, path: '/quill' });
    const data = { name, languages: body.locales.join(' ') };
    await record(ctx, tx, { action: 'templates.tested', subjectKind: 'template', subjectId: null, data });
  });
  return { to: email };
}

async function testMail(ctx: Ctx, of: EditedText, sample: SampleKind) {
  const wording = await titled(of, await currentWording(ctx, of));
  const names = unknownVariables(wording, await variableNames(of.template));
  if (names.length > 0) throw new Failure('unknown_variable', { data: { names } });
  return { locale: of.locale, wording, data: await samplesFor(of.locale, sample) };
}
