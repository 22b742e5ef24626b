import { BarChart, type BarChartSeries } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { Tooltip, UnstyledButton } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useId, type CSSProperties } from 'react'
import {
  Rectangle,
  Text,
  type AxisDomainItem,
  type BarShapeProps,
  type XAxisTickContentProps,
  type YAxisTickContentProps,
} from 'recharts'
import classes from './drawn-bars.module.css'

/** The bars of one year, month or group. */
export type Bar = {
  key: string
  /** At its foot, or before it where bars lie. */
  name: string
  /** Values by name of series; null is not known yet, and draws nothing. */
  values: Readonly<Record<string, number | null>>
  /** The texts on the bars, by name of series. */
  labels: Readonly<Record<string, string | undefined>>
  /** All of it in words: the tooltip, and the name of the link or button where it can be pressed. */
  words: string
  /** Where pressing the bar leads; its name alone is then what can be chosen. */
  link?: LinkProps | undefined
  /** The label of the choice, where the bar is a link. */
  choice?: string
  /** False is drawn as what is past. */
  isChosen?: boolean | undefined
  /** False for what stands for nothing one could choose. */
  canBeChosen?: boolean
  /** Names of the series whose time still runs: hatched. */
  unfinished?: readonly string[] | undefined
}

export type BarsProps = {
  /** The accessible name: what the chart shows. */
  name: string
  bars: readonly Bar[]
  /**
   * Names are those of `values`; without a label there is no legend. Colours are `var(--bar)`, `var(--part)` on top of
   * it, `var(--past)` beside it.
   */
  series: readonly BarChartSeries[]
  /** Without it, bars stand, and lie on phones, where there is no room for numbers beside one another. */
  arrange?: 'vertical' | 'horizontal'
  isStacked?: boolean
  /** In px, of vertical bars with all that is around them. */
  height?: number
  onChoose?: (key: string) => void
}

type DrawnBarsProps = Omit<BarsProps, 'arrange' | 'height'> & {
  isHorizontal: boolean
  isPhone: boolean
  height: number
  legendHeight: number
}

/** About as much as the numbers on bars need, in px. */
const labelHeight = 20
const letterWidth = 7

/** The chart, above its bars in words, which hear the pointer and the keyboard where they are drawn. */
export default function DrawnBars({
  name,
  bars,
  series,
  isStacked = false,
  isHorizontal,
  isPhone,
  height,
  legendHeight,
  onChoose,
}: DrawnBarsProps) {
  const hatching = useId()
  const hasLinks = bars.some(({ link }) => link)
  const { nameSize, ...arrangement } = isHorizontal
    ? horizontal(bars, legendHeight, isPhone, hasLinks && onChoose !== undefined)
    : vertical(bars, legendHeight, hasLinks && onChoose !== undefined)
  return (
    <div
      className={classes.chart}
      data-horizontal={isHorizontal || undefined}
      style={{ '--name-size': `${nameSize}px` } as CSSProperties}
    >
      <Hatching id={hatching} />
      <BarChart
        classNames={{
          root: classes.drawing,
          legend: classes.legend,
          legendItem: classes.series,
          legendItemName: classes.seriesName,
        }}
        role="img"
        aria-label={name}
        h={height}
        data={bars.map(({ values, ...bar }) => ({ ...bar, ...values }))}
        dataKey="name"
        series={[...series]}
        type={isStacked ? 'stacked' : 'default'}
        orientation={isHorizontal ? 'vertical' : 'horizontal'}
        accessibilityLayer={false}
        withTooltip={false}
        gridAxis="none"
        tickLine="none"
        {...arrangement}
        withLegend={legendHeight > 0}
        maxBarWidth={48}
        barProps={(of) => ({
          shape: shapeOf(of.name, hatching),
          minPointSize: isStacked ? 0 : (value) => (value ? 2 : 0),
        })}
        withBarValueLabel
        valueLabelProps={({ name: of }) => ({ dataKey: `labels.${of}`, formatter: (label) => label })}
      />
      <div className={classes.words} style={{ top: legendHeight }} role="group" aria-label={name}>
        {bars.map((bar) => (
          <Place key={bar.key} bar={bar} hasLinks={hasLinks} isHorizontal={isHorizontal} onChoose={onChoose} />
        ))}
      </div>
    </div>
  )
}

type PlaceProps = { bar: Bar; hasLinks: boolean; isHorizontal: boolean; onChoose: BarsProps['onChoose'] }

/** Where a bar is drawn. Where bars lead somewhere, their names are what can be chosen. */
function Place({ bar, hasLinks, isHorizontal, onChoose }: PlaceProps) {
  const canBeChosen = onChoose && bar.canBeChosen !== false
  const words = <span className="visually-hidden">{bar.words}</span>
  const chosen = { 'aria-pressed': Boolean(bar.isChosen), onClick: () => onChoose?.(bar.key) }
  const tooltip = {
    label: bar.words,
    multiline: true,
    maw: 320,
    position: isHorizontal ? ('top-start' as const) : ('top' as const),
    events: { hover: true, focus: true, touch: true },
  }
  if (!hasLinks)
    return (
      <Tooltip {...tooltip}>
        {canBeChosen ? (
          <UnstyledButton className={classes.place} {...chosen}>
            {words}
          </UnstyledButton>
        ) : (
          <span className={classes.place}>{words}</span>
        )}
      </Tooltip>
    )
  return (
    <div className={classes.places}>
      <Tooltip {...tooltip}>
        {bar.link ? (
          <Link {...bar.link} className={classes.place}>
            {words}
          </Link>
        ) : (
          <span className={classes.place}>{words}</span>
        )}
      </Tooltip>
      {canBeChosen && (
        <UnstyledButton className={classes.place} data-name {...chosen} aria-label={bar.choice} title={bar.choice} />
      )}
    </div>
  )
}

/** Stripes in the colour of the ground, over whatever colour a bar has. */
function Hatching({ id }: { id: string }) {
  return (
    <svg className={classes.hatching} aria-hidden>
      <pattern id={id} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="3" height="7" fill="var(--raised)" fillOpacity="0.6" />
      </pattern>
    </svg>
  )
}

/** Bars that are all 0 lie on the axis. */
const domain: [number, AxisDomainItem] = [0, (max: number) => Math.max(1, max)]

function vertical(bars: readonly Bar[], legendHeight: number, areNamesLinks: boolean) {
  const hasTwoLines = bars.some(({ name }) => name.includes(' '))
  return {
    nameSize: hasTwoLines ? 42 : 26,
    withYAxis: false,
    yAxisProps: { domain },
    xAxisProps: {
      height: hasTwoLines ? 42 : 26,
      tickMargin: 4,
      interval: hasTwoLines ? 0 : ('preserveStartEnd' as const),
      tick: inLines(48, areNamesLinks),
    },
    legendProps: { height: legendHeight + labelHeight, itemSorter: null },
    barChartProps: {
      margin: { top: legendHeight > 0 ? 0 : labelHeight, right: 0, bottom: 0, left: 0 },
      barGap: 2,
      barCategoryGap: '16%',
    },
  }
}

function horizontal(bars: readonly Bar[], legendHeight: number, isPhone: boolean, areNamesLinks: boolean) {
  const [longestName, longestLabel] = [
    longest(bars.map(({ name }) => name)),
    longest(bars.flatMap(({ labels }) => Object.values(labels))),
  ]
  const width = Math.min(longestName * letterWidth + 16, isPhone ? 130 : 210)
  return {
    nameSize: width,
    withXAxis: false,
    xAxisProps: { domain },
    yAxisProps: { width, tickMargin: 8, interval: 0, tick: inLines(width - 12, areNamesLinks) },
    legendProps: { height: legendHeight, itemSorter: null },
    barChartProps: {
      margin: { top: 0, right: longestLabel * letterWidth + 8, bottom: 0, left: 0 },
      barGap: 1,
      barCategoryGap: '16%',
    },
  }
}

/** A name in two lines at most; it is measured by its style. */
function inLines(width: number, isLink: boolean) {
  return ({ payload, ...place }: XAxisTickContentProps | YAxisTickContentProps) => (
    <Text
      {...place}
      width={width}
      maxLines={2}
      lineHeight="1.25em"
      fill={isLink ? 'var(--accent-text)' : 'var(--chart-text-color)'}
      style={{ fontSize: '12px' }}
    >
      {payload.value}
    </Text>
  )
}

function longest(texts: readonly (string | undefined)[]): number {
  return Math.max(0, ...texts.map((text = '') => text.length))
}

/** Draws bars as past if `isChosen` is false, and hatches unfinished series. */
function shapeOf(series: string, hatching: string) {
  return ({ payload, ...bar }: BarShapeProps) => {
    const { isChosen, unfinished = [] } = payload as Bar
    return (
      <>
        <Rectangle {...bar} className={isChosen === false ? classes.past : undefined} />
        {unfinished.includes(series) && <Rectangle {...bar} fill={`url(#${hatching})`} stroke="none" />}
      </>
    )
  }
}
