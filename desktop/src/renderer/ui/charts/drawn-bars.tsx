import { BarChart, type BarChartSeries } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { Paper } from '@mantine/core'
import { useNavigate, type LinkProps } from '@tanstack/react-router'
import { useId } from 'react'
import { Rectangle, Text } from 'recharts'
import type { AxisDomainItem, BarShapeProps, XAxisTickContentProps, YAxisTickContentProps } from 'recharts'
import classes from './drawn-bars.module.css'

/** One group on the axis, such as a year, with a value for each series. */
export type Bar = {
  key: string
  name: string
  /** Values by series name; null draws nothing. */
  values: Readonly<Record<string, number | null>>
  labels: Readonly<Record<string, string | undefined>>
  description: string
  link?: LinkProps | undefined
  /** True makes the name bold; false gives the bar the color of past values. */
  isChosen?: boolean | undefined
  canBeChosen?: boolean
  /** Names of series that are hatched because their period has not ended. */
  unfinished?: readonly string[] | undefined
}

export type BarsProps = {
  name: string
  bars: readonly Bar[]
  /** The chart has a legend if a series has a label. Colors are `var(--bar)`, `var(--part)` and `var(--past)`. */
  series: readonly BarChartSeries[]
  /** Defaults to horizontal on phones and vertical elsewhere. */
  arrange?: 'vertical' | 'horizontal'
  isStacked?: boolean
  /** Total height of a vertical chart in px. */
  height?: number
  onChoose?: (key: string) => void
}

type DrawnBarsProps = Omit<BarsProps, 'arrange' | 'height'> & {
  isHorizontal: boolean
  isPhone: boolean
  height: number
  legendHeight: number
}

/** Estimated sizes, in px, of the texts on bars. */
const labelHeight = 20
const letterWidth = 6.5

/** `onChoose` needs a pointer. For keyboards, a table or filters beside the chart offer the same links and choices. */
export function DrawnBars(props: DrawnBarsProps) {
  const { name, bars, series, isStacked = false, isHorizontal, isPhone, height, legendHeight, onChoose } = props
  const hatching = useId()
  const navigate = useNavigate()
  const choose = ({ key, canBeChosen = true }: Bar) => canBeChosen && onChoose?.(key)
  const tick = tickOf(bars, onChoose && choose)
  const { barChartProps, ...arrangement } = isHorizontal
    ? horizontalLayout(bars, legendHeight, isPhone, tick)
    : verticalLayout(bars, legendHeight, tick)
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
          content: tooltipOf(bars, isPhone ? 210 : 320),
          cursor: { fill: 'var(--hover)', stroke: 'none' },
          allowEscapeViewBox: { y: true },
          wrapperStyle: { zIndex: 2 },
        }}
        withLegend={legendHeight > 0}
        maxBarWidth={48}
        barProps={(bar) => ({
          shape: shapeOf(bar.name, hatching),
          minPointSize: isStacked ? 0 : (value) => (value ? 2 : 0),
        })}
        withBarValueLabel
        valueLabelProps={({ name: seriesName }) => ({ dataKey: `labels.${seriesName}`, formatter: (label) => label })}
      />
    </div>
  )
}

function tooltipOf(bars: readonly Bar[], maxWidth: number) {
  return ({ label }: { label?: string | number }) => (
    <Paper withBorder shadow="sm" px={10} py={6} maw={maxWidth} fz={13} role="tooltip" style={{ whiteSpace: 'normal' }}>
      {bars.find((bar) => bar.name === label)?.description}
    </Paper>
  )
}

function Hatching({ id }: { id: string }) {
  return (
    <svg width={0} height={0} style={{ position: 'absolute' }} aria-hidden>
      <pattern id={id} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="3" height="7" fill="var(--raised)" fillOpacity="0.6" />
      </pattern>
    </svg>
  )
}

/** Keeps the axis at the bottom if all values are 0. */
const domain: [number, AxisDomainItem] = [0, (max: number) => Math.max(1, max)]

function verticalLayout(bars: readonly Bar[], legendHeight: number, tick: Tick) {
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

function horizontalLayout(bars: readonly Bar[], legendHeight: number, isPhone: boolean, tick: Tick) {
  const [longestName, longestLabel] = [
    maxLength(bars.map(({ name }) => name)),
    maxLength(bars.flatMap(({ labels }) => Object.values(labels))),
  ]
  const labelWidth = longestLabel * letterWidth + 8
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

function maxLength(texts: readonly (string | undefined)[]): number {
  return Math.max(0, ...texts.map((text = '') => text.length))
}

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
