import { useMediaQuery } from '@mantine/hooks'
import { Suspense, useEffect } from 'react'
import { lazyComponent } from '../lazy-component.ts'
import type { Bar, BarsProps } from './drawn-bars.tsx'

export type { Bar, BarsProps }

const DrawnBars = lazyComponent(() => import('./drawn-bars.tsx'), 'DrawnBars')
const lineHeight = 18

/** A bar chart of the library, which is fetched when the first one is drawn; until then its space is reserved. */
export function Bars({ arrange, height = 240, ...chart }: BarsProps) {
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const isHorizontal = arrange === 'horizontal' || (isPhone && arrange === undefined)
  const legendHeight = chart.series.some(({ label }) => label) ? (isPhone ? 52 : 28) : 0
  const rowHeight = Math.max(36, lineHeight * (chart.isStacked ? 1 : chart.series.length))
  const whole = isHorizontal ? legendHeight + chart.bars.length * rowHeight : height
  return (
    <Suspense fallback={<div style={{ height: whole }} />}>
      <DrawnBars {...chart} isHorizontal={isHorizontal} isPhone={isPhone} height={whole} legendHeight={legendHeight} />
    </Suspense>
  )
}

/** Loads the library while the page that draws bars waits for its data. */
export function usePreloadedBars(): void {
  useEffect(() => void DrawnBars.preload?.(), [])
}
