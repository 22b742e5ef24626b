import { BarChart, type BarChartSeries } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { Paper } from '@mantine/core'
import { useNavigate, type LinkProps } from '@tanstack/react-router'
import { useId } from 'react'
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
  /** All of it in words, for the tooltip. */
  words: string
  /** Where pressing the bar leads; without a link that chooses it, as pressing its name does. */
  link?: LinkProps | undefined
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
const letterWidth = 6.5

/** The chart hears the pointer; the table or the filters beside it have the same links and choices for the keyboard. */
export function DrawnBars({
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
  const navigate = useNavigate()
  const choose = ({ key, canBeChosen = true }: Bar) => canBeChosen && onChoose?.(key)
  const tick = tickOf(bars, onChoose && choose)
  const { barChartProps, ...arrangement } = isHorizontal
    ? horizontal(bars, legendHeight, isPhone, tick)
    : vertical(bars, legendHeight, tick)
  return (
    <div className={classes.chart} data-pressed={onChoose || bars.some(({ link }) => link) ? true : undefined}>
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
        gridAxis="none"
        tickLine="none"
        {...arrangement}
        barChartProps={{
          ...barChartProps,
          onClick({ activeIndex }) {
            const bar = bars[Number(activeIndex ?? Number.NaN)]
            if (bar?.link) void navigate(bar.link)
            else if (bar) choose(bar)
          },
        }}
        tooltipProps={{
          content: wordsOf(bars, isPhone ? 210 : 320),
          cursor: { fill: 'var(--hover)', stroke: 'none' },
          allowEscapeViewBox: { y: true },
          wrapperStyle: { zIndex: 2 },
        }}
        withLegend={legendHeight > 0}
        maxBarWidth={48}
        barProps={(of) => ({
          shape: shapeOf(of.name, hatching),
          minPointSize: isStacked ? 0 : (value) => (value ? 2 : 0),
        })}
        withBarValueLabel
        valueLabelProps={({ name: of }) => ({ dataKey: `labels.${of}`, formatter: (label) => label })}
      />
    </div>
  )
}

/** The tooltip: the bar in words. */
function wordsOf(bars: readonly Bar[], maxWidth: number) {
  return ({ label }: { label?: string | number }) => (
    <Paper withBorder shadow="sm" px={10} py={6} maw={maxWidth} fz={13} role="tooltip" style={{ whiteSpace: 'normal' }}>
      {bars.find((bar) => bar.name === label)?.words}
    </Paper>
  )
}

/** Stripes in the colour of the ground, over whatever colour a bar has. */
function Hatching({ id }: { id: string }) {
  return (
    <svg width={0} height={0} style={{ position: 'absolute' }} aria-hidden>
      <pattern id={id} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="3" height="7" fill="var(--raised)" fillOpacity="0.6" />
      </pattern>
    </svg>
  )
}

/** Bars that are all 0 lie on the axis. */
const domain: [number, AxisDomainItem] = [0, (max: number) => Math.max(1, max)]

function vertical(bars: readonly Bar[], legendHeight: number, tick: Tick) {
  const hasTwoLines = bars.some(({ name }) => name.includes(' '))
  return {
    withYAxis: false,
    yAxisProps: { domain },
    xAxisProps: {
      height: hasTwoLines ? 42 : 26,
      tickMargin: 4,
      interval: hasTwoLines ? 0 : ('preserveStartEnd' as const),
      tick: tick(48),
    },
    legendProps: { height: legendHeight + labelHeight, itemSorter: null },
    barChartProps: {
      margin: { top: legendHeight > 0 ? 0 : labelHeight, right: 0, bottom: 0, left: 0 },
      barGap: 2,
      barCategoryGap: '16%',
    },
  }
}

function horizontal(bars: readonly Bar[], legendHeight: number, isPhone: boolean, tick: Tick) {
  const [longestName, longestLabel] = [
    longest(bars.map(({ name }) => name)),
    longest(bars.flatMap(({ labels }) => Object.values(labels))),
  ]
  const labelWidth = longestLabel * letterWidth + 8
  // Long numbers leave names less room on a phone, so that the bars keep some.
  const width = Math.min(longestName * letterWidth + 16, isPhone ? 130 - Math.max(0, labelWidth - 85) : 210)
  return {
    withXAxis: false,
    xAxisProps: { domain },
    yAxisProps: {
      width,
      tickMargin: 8,
      interval: 0,
      tick: tick(width - 12),
    },
    legendProps: { height: legendHeight, itemSorter: null },
    barChartProps: {
      margin: { top: 0, right: labelWidth, bottom: 0, left: 0 },
      barGap: 1,
      barCategoryGap: '16%',
    },
  }
}

type Tick = ReturnType<typeof tickOf>

/** A bar's name, in two lines at most, which can be pressed where it can be chosen; it is measured by its style. */
function tickOf(bars: readonly Bar[], choose: ((bar: Bar) => void) | undefined) {
  return (width: number) =>
    ({ payload, ...place }: XAxisTickContentProps | YAxisTickContentProps) => {
      const bar = bars[payload.index]
      const canBeChosen = choose && bar && bar.canBeChosen !== false
      return (
        <g className={canBeChosen ? classes.choice : undefined} onClick={canBeChosen ? () => choose(bar) : undefined}>
          <Text
            {...place}
            width={width}
            maxLines={2}
            lineHeight="1.25em"
            fill={canBeChosen ? 'var(--accent-text)' : 'var(--chart-text-color)'}
            style={{ fontSize: '12px', fontWeight: bar?.isChosen ? 700 : 400 }}
          >
            {payload.value}
          </Text>
        </g>
      )
    }
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
