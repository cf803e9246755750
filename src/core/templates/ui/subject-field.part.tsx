import { Button, TextInput } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useRef } from 'react';
import type { Locale } from '#kit/facts.ts';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { directionOf } from '#kit/ui/text/locale.ts';
import type { TemplateVariable } from '../templates.contract.ts';
import { templateLimits } from '../templates.rules.ts';
import { templatesText } from './templates-text.hook.ts';
import s from './templates.module.css';

/** The subject with its variables by their labels; one that is not known is red. */
function SubjectChips({ value, locale, variables }: Omit<SubjectProps, 'onChange'>) {
  const say = templatesText();
  // every second part is the name of a variable
  const parts = value.split(/\{([a-z]\w{0,39})\}/i);
  if (parts.length === 1) return null;
  return (
    <p className={s.chips} dir={directionOf(locale)}>
      {parts.map((part, at) => {
        // a part has no identity but its place
        const key = `${at} ${part}`;
        if (at % 2 === 0) return <span key={key}>{part}</span>;
        const known = variables.find((one) => one.name === part);
        return (
          <bdi key={key} className={s.chip} data-unknown={known === undefined || undefined} title={known?.sample}>
            {known?.label ?? say('text.unknownChip', { name: part })}
          </bdi>
        );
      })}
    </p>
  );
}

type SubjectProps = {
  value: string;
  locale: Locale;
  variables: readonly TemplateVariable[];
  onChange: (subject: string) => void;
};
/** Plain text, with variables by name in braces. */
export function SubjectField({ value, locale, variables, onChange }: SubjectProps) {
  const say = templatesText();
  const field = useRef<HTMLInputElement>(null);
  const insert = (name: string) => {
    const { selectionStart, selectionEnd } = field.current ?? {};
    const [from, to] = [selectionStart ?? value.length, selectionEnd ?? value.length];
    onChange(`${value.slice(0, from)}{${name}}${value.slice(to)}`);
  };
  return (
    <div className={s.subject}>
      <TextInput
        ref={field}
        label={say('text.subject')}
        // a name in braces would make a subject in Arabic one that runs from the left
        dir={directionOf(locale)}
        maxLength={templateLimits.subject}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <LazyMenu
        button={(props) => (
          <Button leftSection={<IconBraces size={16} stroke={1.75} />} {...props}>
            {say('text.insert')}
          </Button>
        )}
      >
        {() =>
          variables.map(({ name, label }) => (
            <MenuItem key={name} onClick={() => insert(name)}>
              {label}
            </MenuItem>
          ))
        }
      </LazyMenu>
      <SubjectChips value={value} locale={locale} variables={variables} />
    </div>
  );
}
