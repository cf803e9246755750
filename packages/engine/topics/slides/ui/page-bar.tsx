import {
  IconAspectRatio,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconFiles,
  IconFocusCentered,
  IconMaximize,
  IconMinimize,
  IconMinus,
  IconPencil,
  IconPlus,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode, Ref, SubmitEvent } from 'react';
import type { PageMode } from '#topics/slides/ui/page-layer.ts';
import { deckFile, type ShownPage } from '#topics/slides/ui/shown-page.ts';
import { DRAW_KEY, LASER_KEY } from '#topics/slides/ui/slide-keys.ts';
import s from '#topics/slides/ui/slides.module.css';
import { useSlidesText } from '#topics/slides/ui/slides-text.ts';
import type { ViewControl } from '#topics/slides/ui/view-control.ts';
import { useEngineSession } from '#ui/engine-session.ts';
import { keyOf } from '#ui/keys.ts';
import { Button, IconButton, Ltr } from '#ui/parts.tsx';
import { useMeetingState } from '#ui/room-context.tsx';
import { may } from '#ui/state.ts';
import { useBars, useWholeScreen } from '#ui/stage/full-screen.ts';
import { useLowWindow } from '#ui/stage/low-window.ts';
import { useWords } from '#ui/words.tsx';

type BarProps = {
  shown: ShownPage;
  control: ViewControl;
  mode: PageMode;
  /** What other topics have in it. */
  parts: ReactNode;
  onTurn(page: number): void;
  onZoom(to: 'in' | 'out' | 'fit'): void;
  onMode(to: PageMode): void;
  onColumn(): void;
  /** Where the menu of another topic stands. */
  onMenu: Ref<HTMLSpanElement>;
};

/** Under the page: who presents, which page it is, and how one looks at it. On a phone on its side it lies over the page. */
export function PageBar(props: BarProps) {
  const text = useSlidesText();
  const { shown, control, mode, parts, onMode, onColumn, onMenu } = props;
  const draws = may(useMeetingState(), 'draw');
  const bars = useBars(useLowWindow() ? 'whole-screen' : 'between-bars');
  const presents = control.mode === 'presents';
  return (
    <div className={s.bar} data-bars={bars}>
      <div className={s.barParts}>
        <span className={s.who}>{parts}</span>
        {presents && <IconButton className={s.onlyNarrow} icon={IconFiles} size={28} label={text('pages')} onClick={onColumn} />}
        <Paging {...props} />
        <Zooming {...props} />
        <span className={s.end}>
          {(presents || draws) && <hr />}
          {presents && mode !== 'drawing' && (
            <button
              type="button"
              className={s.tool}
              aria-pressed={mode === 'laser'}
              title={`${text('laser')} (${LASER_KEY})`}
              onClick={() => onMode('laser')}
            >
              <IconFocusCentered size={18} stroke={1.75} aria-hidden="true" />
              <span>{text('laser')}</span>
            </button>
          )}
          {draws && (
            <button
              type="button"
              className={s.tool}
              aria-pressed={mode === 'drawing'}
              title={`${text('draw')} (${DRAW_KEY})`}
              onClick={() => onMode('drawing')}
            >
              <IconPencil size={18} stroke={1.75} aria-hidden="true" />
              <span>{text(mode === 'drawing' ? 'drawingNow' : 'draw')}</span>
              {mode === 'drawing' && <IconX size={14} stroke={1.75} aria-hidden="true" />}
            </button>
          )}
          <span ref={onMenu} className={s.menuSlot} />
          <hr />
          <Download shown={shown} />
          <WholeScreen />
        </span>
      </div>
    </div>
  );
}

function Paging({ shown: { deck, page }, control, onTurn }: BarProps) {
  const text = useSlidesText();
  if (deck.pages === 0) return null;
  if (control.mode !== 'presents')
    return (
      <span className={s.paging}>
        <Ltr>
          <b>{page}</b> / {deck.pages}
        </Ltr>
      </span>
    );
  const typed = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const number = Number(new FormData(event.currentTarget).get('page'));
    if (Number.isInteger(number)) onTurn(number);
    event.currentTarget.reset();
  };
  return (
    <form className={s.paging} dir="ltr" onSubmit={typed}>
      <IconButton
        icon={IconChevronLeft}
        size={28}
        label={text('previous')}
        title={`${text('previous')} (←)`}
        onClick={() => onTurn(page - 1)}
        aria-disabled={page === 1}
      />
      {/* made again with each page, which it then says */}
      <input
        key={page}
        name="page"
        defaultValue={page}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        aria-label={text('number')}
        onFocus={(event) => event.currentTarget.select()}
      />
      <span>/ {deck.pages}</span>
      <IconButton
        icon={IconChevronRight}
        size={28}
        label={text('next')}
        title={`${text('next')} (→)`}
        onClick={() => onTurn(page + 1)}
        aria-disabled={page === deck.pages}
      />
    </form>
  );
}

function Zooming({ control, onZoom }: BarProps) {
  const text = useSlidesText();
  const { topics, members } = useMeetingState();
  const percent = Math.round(control.view.zoom * 100);
  const name = members[topics.presenter.presenter ?? '']?.name.split(' ')[0];
  return (
    <>
      <span className={s.zooming} dir="ltr">
        <IconButton
          icon={IconMinus}
          size={28}
          label={text('zoomOut')}
          title={`${text('zoomOut')} (−)`}
          onClick={() => onZoom('out')}
        />
        <span>{percent}%</span>
        <IconButton
          icon={IconPlus}
          size={28}
          label={text('zoomIn')}
          title={`${text('zoomIn')} (+)`}
          onClick={() => onZoom('in')}
        />
      </span>
      <button type="button" className={s.tool} data-fit title={`${text('fit')} (0)`} onClick={() => onZoom('fit')}>
        <IconAspectRatio size={18} stroke={1.75} aria-hidden="true" />
        <span>{text('fit')}</span>
      </button>
      {control.mode === 'own' && (
        <span className={s.own}>
          <span>{text('yourZoom', { percent })}</span>
          <Button size="xs" look="accent" onClick={control.follow}>
            {name === undefined ? text('followAll') : text('follow', { name })}
          </Button>
        </span>
      )}
    </>
  );
}

function Download({ shown: { deck } }: { shown: ShownPage }) {
  const text = useSlidesText();
  const { base } = useEngineSession();
  if (!deck.downloadable) return null;
  return (
    <a className={s.tool} href={deckFile(base, deck.id)} download={deck.name} title={text('download')}>
      <IconDownload size={18} stroke={1.75} aria-hidden="true" />
      <span>{text('download')}</span>
    </a>
  );
}

function WholeScreen() {
  const { text } = useWords();
  const { on, turn } = useWholeScreen();
  const label = text(on ? 'top.leaveFullScreen' : 'top.fullScreen');
  return (
    <IconButton
      className={s.full}
      icon={on ? IconMinimize : IconMaximize}
      size={28}
      label={label}
      title={`${label} (${keyOf.full})`}
      onClick={turn}
    />
  );
}
