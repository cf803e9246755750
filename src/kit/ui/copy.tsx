import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { kitText } from './text/kit-text.ts';

type CopyState = 'no' | 'yes' | 'failed';
const shownFor = 2000;

/** Copies a text; `state` tells for two seconds how it went. */
export function useCopy(): { state: CopyState; copy: (text: string) => Promise<void> } {
  const [state, setState] = useState<CopyState>('no');
  useEffect(() => {
    if (state === 'no') return;
    const timer = setTimeout(() => setState('no'), shownFor);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (text: string) =>
    setState(
      await navigator.clipboard.writeText(text).then(
        () => 'yes' as const,
        () => 'failed' as const,
      ),
    );
  return { state, copy };
}

export function CopyButton({
  text,
  label,
  look = 'button',
  size = 'sm',
  disabled = false,
}: {
  text: string;
  label?: string;
  look?: 'button' | 'icon';
  size?: 'xs' | 'sm' | 'md';
  disabled?: boolean;
}) {
  const say = kitText();
  const { state, copy } = useCopy();
  const word = state === 'yes' ? say('copy.copied') : state === 'failed' ? say('copy.failed') : (label ?? say('copy.copy'));
  const Icon = state === 'yes' ? IconCheck : IconCopy;
  return (
    <>
      {look === 'icon' ? (
        <ActionIcon
          variant="default"
          size={size === 'md' ? 40 : size === 'sm' ? 32 : 28}
          aria-label={word}
          title={word}
          disabled={disabled}
          onClick={() => void copy(text)}
        >
          <Icon size={16} stroke={1.75} />
        </ActionIcon>
      ) : (
        <Button size={size} disabled={disabled} leftSection={<Icon size={16} stroke={1.75} />} onClick={() => void copy(text)}>
          {word}
        </Button>
      )}
      <span className="hidden" role="status">
        {state === 'no' ? '' : word}
      </span>
    </>
  );
}
