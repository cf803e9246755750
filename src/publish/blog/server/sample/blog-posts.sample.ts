/** The sample posts. A line that begins with `## ` is a heading, `- ` an item, `> ` a quotation, `! ` a tip, `| ` a row of a table. */
import type { Locale } from '#kit/facts.ts';

export type SampleText = { title: string; excerpt: string; lines: readonly string[] };
export type SamplePost = {
  category: 'teaching' | 'guides' | 'news' | 'security';
  author: string;
  tags: readonly string[];
  /** Days ago. */
  published: number;
  /** The first is the original. */
  texts: readonly (readonly [Locale, SampleText])[];
};

export const sampleCategories = [
  { slug: 'teaching', names: { 'en-US': 'Teaching', ar: 'التدريس', de: 'Unterricht' }, about: 'Ideas from lessons that worked.' },
  { slug: 'guides', names: { 'en-US': 'Guides', ar: 'أدلة الاستخدام', de: 'Anleitungen' }, about: 'One task, step by step.' },
  { slug: 'news', names: { 'en-US': 'News', ar: 'الأخبار', de: 'Neues' }, about: 'What has changed, and what it means for you.' },
  { slug: 'security', names: { 'en-US': 'Security', ar: 'الأمان', de: 'Sicherheit' }, about: 'Keeping rooms and accounts safe.' },
] as const;

const parentsEvening: SampleText = {
  title: 'Parents’ evening online: lessons from 212 conversations',
  excerpt:
    '31 teachers, 212 conversations, one evening: what worked, what did not, and the settings Nordlicht School would choose again.',
  lines: [
    'In October, Nordlicht School held its first parents’ evening without a corridor full of chairs: 31 teachers, 212 conversations, one evening. Most families joined from the kitchen table, eleven from another country, and one father from a parked lorry near Lyon.',
    '## Give every teacher a room of their own',
    'A shared room needs someone to watch the door. With one room per teacher, the lobby does that work: the next family waits there and sees when it is their turn. The link is the same every year, so it can be printed on the timetable.',
    '! Set the meeting to end after 10 minutes. The teacher can add two minutes, once, and everyone sees the countdown from the eighth minute on.',
    '## The evening in numbers',
    '| Measure | 2025, at school | 2026, online',
    '| Conversations | 148 | 212',
    '| Average wait, minutes | 19 | 4',
    '| Families who came | 61% | 84%',
    '| Ended on time | 52% | 91%',
    'Nobody had to leave work early. That is the number behind the numbers: of the families who came for the first time, two thirds said the time of day had kept them away before.',
    '> For the first time I met both parents of every child in my class.',
    '## What we would do again',
    '- Send the link twice: with the invitation, and at noon on the day.',
    '- Show a short film in the lobby, so that nobody looks at an empty screen.',
    '- Keep one colleague free as a help desk, in a room of its own.',
    '## The settings',
    'Lobby on, recording off, 10 minutes per meeting, camera optional. Set them once in one room and copy it for every teacher.',
  ],
};
const parentsEveningGerman: SampleText = {
  title: 'Elternsprechtag online: Lehren aus 212 Gesprächen',
  excerpt:
    '31 Lehrkräfte, 212 Gespräche, ein Abend: was funktioniert hat, was nicht, und welche Einstellungen die Nordlicht-Schule wieder wählen würde.',
  lines: [
    'Im Oktober hielt die Nordlicht-Schule ihren ersten Elternsprechtag ohne einen Flur voller Stühle ab: 31 Lehrkräfte, 212 Gespräche, ein Abend. Die meisten Familien kamen vom Küchentisch dazu, elf aus einem anderen Land, und ein Vater aus einem geparkten Lastwagen bei Lyon.',
    '## Jeder Lehrkraft einen eigenen Raum',
    'In einem gemeinsamen Raum muss jemand auf die Tür achten. Mit einem Raum für jede Lehrkraft übernimmt das die Lobby: Die nächste Familie wartet dort und sieht, wann sie an der Reihe ist. Der Link bleibt jedes Jahr derselbe und kann auf den Stundenplan gedruckt werden.',
    '! Lassen Sie das Meeting nach 10 Minuten enden. Die Lehrkraft kann einmal zwei Minuten verlängern.',
    '## Der Abend in Zahlen',
    '| Kennzahl | 2025, in der Schule | 2026, online',
    '| Gespräche | 148 | 212',
    '| Wartezeit in Minuten | 19 | 4',
    '| Familien | 61 % | 84 %',
    '> Zum ersten Mal habe ich von jedem Kind meiner Klasse beide Eltern kennengelernt.',
    '## Was wir wieder tun würden',
    '- Den Link zweimal schicken: mit der Einladung und am Mittag desselben Tages.',
    '- Eine Kollegin für Fragen freihalten, in einem eigenen Raum.',
  ],
};
const parentsEveningArabic: SampleText = {
  title: 'لقاء أولياء الأمور عن بُعد: دروس من 212 محادثة',
  excerpt: '31 معلّمًا و212 محادثة في أمسية واحدة: ما نجح وما لم ينجح، والإعدادات التي ستختارها مدرسة نوردليشت مرة أخرى.',
  lines: [
    'في أكتوبر عقدت مدرسة نوردليشت أول لقاء لأولياء الأمور بلا ممر مزدحم بالكراسي: 31 معلّمًا و212 محادثة في أمسية واحدة. انضمت معظم الأسر من مائدة المطبخ، وإحدى عشرة أسرة من بلد آخر، وأبٌ واحد من شاحنة متوقفة قرب ليون.',
    '## امنح كل معلّم غرفة خاصة به',
    'الغرفة المشتركة تحتاج إلى من يراقب الباب. أما حين يكون لكل معلّم غرفته، فتقوم الردهة بهذا العمل: تنتظر الأسرة التالية هناك وترى متى يحين دورها. ويبقى الرابط نفسه كل عام، فيمكن طباعته على الجدول.',
    '! اضبط الاجتماع لينتهي بعد 10 دقائق. يمكن للمعلّم إضافة دقيقتين مرة واحدة، ويرى الجميع العد التنازلي من الدقيقة الثامنة.',
    '## الأمسية بالأرقام',
    '| المقياس | 2025، في المدرسة | 2026، عن بُعد',
    '| المحادثات | 148 | 212',
    '| متوسط الانتظار بالدقائق | 19 | 4',
    '| الأسر الحاضرة | 61% | 84%',
    '> لأول مرة التقيت بوالدَي كل طفل في صفي.',
    '## ما سنفعله مرة أخرى',
    '- إرسال الرابط مرتين: مع الدعوة، وظهر اليوم نفسه.',
    '- إبقاء زميل واحد متفرغًا للمساعدة في غرفة مستقلة.',
  ],
};

const greenlight: SampleText = {
  title: 'Greenlight on Atrium in ten minutes',
  excerpt: 'Greenlight keeps its rooms, links and people. Its meetings run on your Atrium account.',
  lines: [
    'Schools that run BigBlueButton with Greenlight have rooms that people know by heart. Nobody has to learn a new link: Greenlight stays, and calls Atrium in place of its BigBlueButton server.',
    '## Before you begin',
    '- A plan that includes the API.',
    '- Access to the server on which Greenlight runs.',
    '- A few minutes in which nobody meets, best after four o’clock.',
    '## Change two values',
    'Open Plugins, choose Greenlight and copy the address and the secret into the settings of Greenlight, as the guide shows. Restart Greenlight, then start a room: the guide says when the first call has arrived.',
    '! Note the two old values. With them, Greenlight is back on its old server after a restart.',
    '## What stays where it was',
    'Rooms, links, access codes and people stay in Greenlight. Recordings made before the change stay on the old server, so keep it as long as you need them. New recordings appear in Greenlight and in Atrium.',
    '## Rooms in Atrium',
    'Rooms of Greenlight are not imported. Create the ones that you want in Atrium itself; each gets a link of its own.',
  ],
};
const greenlightGerman: SampleText = {
  title: 'Greenlight mit Atrium in zehn Minuten',
  excerpt: 'Greenlight behält seine Räume, Links und Personen. Die Meetings laufen über Ihr Atrium-Konto.',
  lines: [
    'Schulen, die BigBlueButton mit Greenlight betreiben, haben Räume, die alle auswendig kennen. Niemand muss sich einen neuen Link merken: Greenlight bleibt und ruft Atrium statt seines BigBlueButton-Servers auf.',
    '## Bevor Sie beginnen',
    '- Ein Tarif mit API.',
    '- Zugang zu dem Server, auf dem Greenlight läuft.',
    '- Einige Minuten ohne Meetings, am besten nach 16 Uhr.',
    '## Zwei Werte ändern',
    'Öffnen Sie „Plugins“, wählen Sie Greenlight und übertragen Sie Adresse und Secret in die Einstellungen von Greenlight, wie es die Anleitung zeigt. Starten Sie Greenlight neu und danach einen Raum.',
    '! Notieren Sie die beiden alten Werte. Mit ihnen läuft Greenlight nach einem Neustart wieder über den alten Server.',
    '## Was bleibt, wo es war',
    'Räume, Links, Zugangscodes und Personen bleiben in Greenlight. Ältere Aufzeichnungen bleiben auf dem alten Server. Räume werden nicht importiert.',
  ],
};
const greenlightArabic: SampleText = {
  title: 'Greenlight مع Atrium في عشر دقائق',
  excerpt: 'يحتفظ Greenlight بغرفه وروابطه ومستخدميه، وتجري اجتماعاته عبر حسابك في Atrium.',
  lines: [
    'المدارس التي تستخدم BigBlueButton مع Greenlight لديها غرف يحفظ الجميع روابطها. لا يحتاج أحد إلى رابط جديد: يبقى Greenlight ويتصل بـ Atrium بدلًا من خادم BigBlueButton.',
    '## قبل أن تبدأ',
    '- خطة تشمل الواجهة البرمجية (API).',
    '- صلاحية الوصول إلى الخادم الذي يعمل عليه Greenlight.',
    '- بضع دقائق بلا اجتماعات، والأفضل بعد الرابعة عصرًا.',
    '## غيّر قيمتين',
    'افتح «الإضافات» واختر Greenlight وانسخ العنوان والسرّ إلى إعدادات Greenlight كما يوضح الدليل، ثم أعد تشغيله وابدأ غرفة.',
    '! دوّن القيمتين السابقتين، فبهما يعود Greenlight إلى خادمه القديم بعد إعادة التشغيل.',
    '## ما يبقى في مكانه',
    'تبقى الغرف والروابط ورموز الدخول والأشخاص في Greenlight، وتبقى التسجيلات السابقة على الخادم القديم. لا تُستورد الغرف.',
  ],
};

export const samplePosts: readonly SamplePost[] = [
  {
    category: 'teaching',
    author: 'Hanna Vogt',
    tags: ['parents', 'lobby', 'time limits'],
    published: 2,
    texts: [
      ['en-US', parentsEvening],
      ['de', parentsEveningGerman],
      ['ar', parentsEveningArabic],
    ],
  },
  {
    category: 'teaching',
    author: 'Ines Hoffmann',
    tags: ['polls', 'lesson starters'],
    published: 6,
    texts: [
      [
        'en-US',
        {
          title: 'Polls that teach: seven questions to start a lesson',
          excerpt: 'A good first question has no wrong answer. Seven that work from year 5 to year 12.',
          lines: [
            'A poll at the start of a lesson takes two minutes and shows who is awake, who is lost and who has read ahead. It works best when nobody can be wrong.',
            '## Questions without a wrong answer',
            '- Which of these four pictures would you put on the cover of this chapter?',
            '- How sure are you that you could explain yesterday’s topic to a friend?',
            '- Which word do you expect to hear today?',
            '- What would you rather measure: a building, a sound or a heartbeat?',
            '## Questions that divide the class',
            'Ask for an estimate before the lesson and again after it. The difference is the lesson.',
            '- How many litres of water does one cotton shirt need?',
            '- In which year could women vote in every country of the European Union?',
            '- How long would it take to count to one million?',
            '! Publish the result only after everyone has voted. Otherwise the second half of the class follows the first.',
          ],
        },
      ],
    ],
  },
  {
    category: 'guides',
    author: 'Ravi Menon',
    tags: ['BigBlueButton', 'Greenlight'],
    published: 11,
    texts: [
      ['en-US', greenlight],
      ['de', greenlightGerman],
      ['ar', greenlightArabic],
    ],
  },
  {
    category: 'news',
    author: 'Lucía Prado',
    tags: ['languages'],
    published: 19,
    texts: [
      [
        'en-US',
        {
          title: 'Rooms in Arabic, Urdu and eleven more languages',
          excerpt: 'Guests now see the room in their own language, from the invitation to the goodbye.',
          lines: [
            'A family that is invited to a meeting should not have to read English to find the button that says Join. From today on the whole way in is shown in thirteen languages.',
            '## What follows the guest’s language',
            '- The page behind the link, with the check of camera and microphone.',
            '- The lobby, the meeting and everything that is said to screen readers.',
            '- Mails: invitations, reminders and receipts.',
            '## Right to left, properly',
            'In Arabic and Urdu the stage, the chat and the menus begin at the right. Codes, links and numbers stay as they are read.',
          ],
        },
      ],
    ],
  },
  {
    category: 'security',
    author: 'Lucía Prado',
    tags: ['passkeys', 'second factor'],
    published: 27,
    texts: [
      [
        'en-US',
        {
          title: 'A second factor for everyone, without the phone calls',
          excerpt: 'How one school switched 62 teachers to passkeys in a single staff meeting.',
          lines: [
            'Passwords of teachers are shared, guessed and written on sticky notes. Nordlicht School replaced them in one staff meeting, and the help desk received three calls.',
            '## Forty minutes, four steps',
            '- Ten minutes: why a passkey cannot be phished, with one example from the school’s own inbox.',
            '- Fifteen minutes: everyone adds a passkey on the device they brought.',
            '- Five minutes: everyone prints the recovery codes and puts them into the pay folder.',
            '- Ten minutes: everyone signs out and in again.',
            '! Ask for the second factor from the next Monday on, not from the same evening.',
            '> I expected a queue at my door. There was none.',
          ],
        },
      ],
    ],
  },
  {
    category: 'guides',
    author: 'Ravi Menon',
    tags: ['usage', 'plans'],
    published: 40,
    texts: [
      [
        'en-US',
        {
          title: 'Reading the numbers: what “people at once” means',
          excerpt: 'Why a school of 400 rarely needs more than 150, and when it does.',
          lines: [
            'A plan is counted in people at once: everyone who is in a meeting at the same moment, in all rooms together. That is far fewer than the people who meet in a week.',
            '## A usual school day',
            '| Time | Rooms open | People at once',
            '| 08:00 | 6 | 112',
            '| 10:00 | 9 | 141',
            '| 13:30 | 4 | 68',
            '## When it is more',
            'Parents’ evenings and the first day after the holidays are the two peaks of the year. Both are known weeks ahead, and an event pass covers them.',
          ],
        },
      ],
    ],
  },
];
