import type { BarChartSeries } from '@mantine/charts'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense } from 'react'

const DrawnBars = lazy(() => import('./drawn-bars.tsx'))
const lineHeight = 18

/** The bars of one year, month or group. */
export type Bar = {
  key: string
  /** At its foot, or before it where bars lie. */
  name: string
  /** What is drawn, by name of series; null is not known yet, and draws nothing. */
  values: Readonly<Record<string, number | null>>
  /** What stands on the bars, by name of series. */
  labels: Readonly<Record<string, string | undefined>>
  /** All of it in words: the tooltip, and the name of the button where it can be pressed. */
  words: string
  /** False is drawn as what is past. */
  isChosen?: boolean | undefined
  /** False for what stands for nothing one could choose. */
  canBeChosen?: boolean
}

export type BarsProps = {
  /** What the chart shows, for those who do not see it. */
  name: string
  bars: readonly Bar[]
  /** Names are those of `values`; without a label there is no legend. Colours are `var(--bar)`, `var(--part)` on top of it, `var(--past)` beside it. */
  series: readonly BarChartSeries[]
  /** Without it, bars stand, and lie on phones, where there is no room for numbers beside one another. */
  arrange?: 'standing' | 'lying'
  isStacked?: boolean
  /** In px, of standing bars with all that is around them. */
  height?: number
  onChoose?: (key: string) => void
}

export type DrawnBarsProps = Omit<BarsProps, 'arrange' | 'height'> & {
  isLying: boolean
  isPhone: boolean
  height: number
  legendHeight: number
}

/** A bar chart of the library, which is fetched when the first one is drawn; until then its space is kept. */
export function Bars({ arrange, height = 240, ...chart }: BarsProps) {
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const isLying = arrange === 'lying' || (isPhone && arrange === undefined)
  const legendHeight = chart.series.some(({ label }) => label) ? (isPhone ? 52 : 28) : 0
  const rowHeight = Math.max(36, lineHeight * (chart.isStacked ? 1 : chart.series.length))
  const whole = isLying ? legendHeight + chart.bars.length * rowHeight : height
  return (
    <Suspense fallback={<div style={{ height: whole }} />}>
      <DrawnBars {...chart} isLying={isLying} isPhone={isPhone} height={whole} legendHeight={legendHeight} />
    </Suspense>
  )
}
