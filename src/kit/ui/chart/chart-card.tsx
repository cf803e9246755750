import { SegmentedControl } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { Panel } from '#kit/ui/bits.tsx';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { Scrolls } from '#kit/ui/scrolls.tsx';
import { download } from '#kit/ui/table/csv.ts';
import table from '#kit/ui/table/table.module.css';
import { chartText } from './chart-text.ts';
import { type ChartPicture, columnsOf, csvOfPicture, trendOf } from './picture.ts';
import { savePng } from './png.ts';
import { seriesDash, seriesHue } from './series-look.ts';
import s from './chart.module.css';

const DrawnChart = loadable(async () => (await import('./drawn-chart.tsx')).DrawnChart);

function Legend({ picture }: { picture: ChartPicture }) {
  const { kind, series, before, limit } = picture;
  if (series.length < 2 && before === undefined && limit === undefined) return null;
  const mark = (hue: string, dash: string) => (
    <svg width="24" height="8" aria-hidden="true">
      <line x1="0" y1="4" x2="24" y2="4" stroke={hue} strokeWidth="2" strokeDasharray={dash} />
    </svg>
  );
  return (
    <ul className={s.legend}>
      {series.map((one, at) => (
        <li key={one.id}>
          {mark(seriesHue(one, at), kind === 'bars' ? '0' : seriesDash(at))}
          <bdi>{one.name}</bdi>
        </li>
      ))}
      {before !== undefined && (
        <li>
          {mark('var(--at-grey-dot)', '5 4')}
          {before.name}
        </li>
      )}
      {limit !== undefined && (
        <li>
          {mark('var(--at-amber-dot)', '0')}
          {limit.name}
        </li>
      )}
    </ul>
  );
}

/** The same figures as the picture, for everybody who reads them better so. */
function PictureTable({ picture, title }: { picture: ChartPicture; title: string }) {
  const columns = columnsOf(picture);
  return (
    <table className={table.table} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{picture.stepTitle}</th>
          {columns.map(({ id, name }) => (
            <th key={id} scope="col" className="end">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {picture.steps.map(({ key, name }, n) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {columns.map(({ id, values }) => (
              <td key={id} className="end num">
                <bdi>{typeof values[n] === 'number' ? picture.format(values[n]) : '–'}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ChartFigureProps = { picture: ChartPicture; title: string; height: number; box?: RefObject<HTMLElement | null> };
/** The frame stands at once; what is drawn in it comes after the page. */
export function ChartFigure({ picture, title, height, box }: ChartFigureProps) {
  const say = chartText();
  const [stands, setStands] = useState(false);
  useEffect(() => setStands(true), []);
  const trend = trendOf(picture);
  const label =
    trend === null
      ? title
      : say('trend', {
          title,
          first: `${trend.first.name} ${picture.format(trend.first.value)}`,
          last: `${trend.last.name} ${picture.format(trend.last.value)}`,
          most: `${trend.most.name} ${picture.format(trend.most.value)}`,
        });
  return (
    <figure className={s.figure} ref={box} aria-label={label}>
      <Legend picture={picture} />
      <div style={{ blockSize: height }}>
        <Suspense>{stands && <DrawnChart picture={picture} title={label} height={height} />}</Suspense>
      </div>
      <div className="hidden">
        <PictureTable picture={picture} title={title} />
      </div>
    </figure>
  );
}

type DownloadMenuProps = {
  title: string;
  file: string;
  csv: () => string;
  /** Where the drawing stands. */
  box: RefObject<HTMLElement | null>;
  look?: 'default';
};
/** The figures as a file, and the drawing as a picture where there is one. */
export function DownloadMenu({ title, file, csv, box, look }: DownloadMenuProps) {
  const say = chartText();
  const png = (svg: SVGSVGElement) => void savePng(svg, `${file}.png`).catch((error: unknown) => window.reportError(error));
  return (
    <LazyMenu
      button={(props) => (
        <IconButton {...props} {...(look !== undefined && { look })} aria-label={say('download', { title })}>
          <IconDownload size={16} stroke={1.75} />
        </IconButton>
      )}
    >
      {() => {
        const svg = box.current?.querySelector<SVGSVGElement>('svg[role="application"]') ?? null;
        return (
          <>
            <MenuItem onClick={() => download(`${file}.csv`, csv())}>{say('csv')}</MenuItem>
            {svg !== null && <MenuItem onClick={() => png(svg)}>{say('png')}</MenuItem>}
          </>
        );
      }}
    </LazyMenu>
  );
}

type ChartViewsProps = {
  title: string;
  /** All figures: of the table and the file, and of the drawing when `drawn` says nothing else. */
  picture: ChartPicture;
  /** Drawings below each other, where one scale does not suit all series. */
  drawn?: readonly ChartPicture[];
  height?: number;
  file: string;
};
/** A chart or its table, and the switch and files that belong beside its title. */
export function useChartViews({ title, picture, drawn = [picture], height = 200, file }: ChartViewsProps) {
  const say = chartText();
  const [view, setView] = useState('chart');
  const box = useRef<HTMLElement>(null);
  const acts = (
    <>
      <SegmentedControl
        size="xs"
        aria-label={say('view', { title })}
        value={view}
        onChange={setView}
        data={(['chart', 'table'] as const).map((value) => ({ value, label: say(value) }))}
      />
      <DownloadMenu title={title} file={file} csv={() => csvOfPicture(picture)} box={box} />
    </>
  );
  const body =
    view === 'chart' ? (
      drawn.map((one, at) => (
        <ChartFigure
          key={one.series[0]?.id}
          picture={one}
          title={title}
          height={at === 0 ? height : height / 2}
          {...(at === 0 && { box })}
        />
      ))
    ) : (
      <Scrolls className={s.scroll} label={`${title}: ${say('table')}`}>
        <PictureTable picture={picture} title={title} />
      </Scrolls>
    );
  return { acts, body };
}

type ChartCardProps = ChartViewsProps & { id: string; note?: ReactNode };
/** A chart with its table behind a switch, and its files behind the arrow. */
export function ChartCard({ id, note, ...views }: ChartCardProps) {
  const { acts, body } = useChartViews(views);
  const aside = (
    <span className={s.cardActs}>
      {note !== undefined && <span className="small soft">{note}</span>}
      {acts}
    </span>
  );
  return (
    <Panel id={id} title={views.title} aside={aside}>
      {body}
    </Panel>
  );
}
