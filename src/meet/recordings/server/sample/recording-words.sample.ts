/** Captions and chat of the sample recordings. */

type SampleLanguageWords = { chat: readonly string[]; captions: readonly { lang: string; label: string; text: string }[] };

/** The cues of the four pages of the sample. */
const track = (lines: readonly [string, string, string, string]): string =>
  `WEBVTT\n\n${lines.map((line, at) => `00:00:${String(at * 8).padStart(2, '0')}.500 --> 00:00:${String(at * 8 + 7).padStart(2, '0')}.500\n${line}`).join('\n\n')}\n`;

const english = {
  lang: 'en',
  label: 'English',
  text: track([
    'Good morning! Today we look at quadratic functions.',
    'The factor a makes the parabola wide or narrow.',
    'If e gets smaller, the whole curve moves down. Its shape stays.',
    'Now it is your turn: where is the vertex?',
  ]),
};
const german = {
  lang: 'de',
  label: 'Deutsch',
  text: track([
    'Guten Morgen! Heute geht es um quadratische Funktionen.',
    'Der Faktor a macht die Parabel breit oder schmal.',
    'Wird e kleiner, rutscht die ganze Kurve nach unten. Ihre Form bleibt.',
    'Jetzt seid ihr dran: Wo liegt der Scheitelpunkt?',
  ]),
};
const arabic = {
  lang: 'ar',
  label: 'العربية',
  text: track([
    'صباح الخير! ندرس اليوم الدوال التربيعية.',
    'المعامل a يجعل القطع المكافئ واسعًا أو ضيقًا.',
    'عندما يصغر e ينزل المنحنى كله إلى الأسفل، ويبقى شكله كما هو.',
    'والآن دوركم: أين يقع الرأس؟',
  ]),
};

export const sampleWords = {
  school: {
    chat: ['My sound is back.', 'Worksheet 4 is in the slides.', 'The vertex moves down, doesn’t it?', 'Thank you!'],
    captions: [english, german],
  },
  plain: { chat: ['Good morning', 'Could you share the slides afterwards?'], captions: [] },
  academy: { chat: ['السلام عليكم', 'هل الرأس عند −3؟', 'شكرًا جزيلًا'], captions: [arabic, english] },
} as const satisfies Record<string, SampleLanguageWords>;
export type SampleWords = keyof typeof sampleWords;
