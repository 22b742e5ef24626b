import { useMediaQuery } from '@mantine/hooks'
import { Suspense, useEffect } from 'react'
import { lazyComponent } from '../lazy-component.ts'
import type { Bar, BarsProps } from './drawn-bars.tsx'

export type { Bar, BarsProps }

const DrawnBars = lazyComponent(() => import('./drawn-bars.tsx'), 'DrawnBars')
const lineHeight = 18

/** Draws a bar chart and loads the chart script when needed. On phones, bars are horizontal unless `arrange` is set. */
export function Bars({ arrange, height = 240, ...chart }: BarsProps) {
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const isHorizontal = arrange === 'horizontal' || (isPhone && arrange === undefined)
  const legendHeight = chart.series.some(({ label }) => label) ? (isPhone ? 52 : 28) : 0
  const rowHeight = Math.max(36, lineHeight * (chart.isStacked ? 1 : chart.series.length))
  const totalHeight = isHorizontal ? legendHeight + chart.bars.length * rowHeight : height
  return (
    <Suspense fallback={<div style={{ height: totalHeight }} />}>
      <DrawnBars
        {...chart}
        isHorizontal={isHorizontal}
        isPhone={isPhone}
        height={totalHeight}
        legendHeight={legendHeight}
      />
    </Suspense>
  )
}

export function usePreloadedBars(): void {
  useEffect(() => void DrawnBars.preload?.(), [])
}
