import type { PictureKind } from '@alumni/shared/publications/cards'
import { oklch } from './colors.ts'
import type { Paint } from './paint.ts'
import {
  arch,
  circle,
  disc,
  clouds,
  n,
  path,
  pine,
  rect,
  repeat,
  ridge,
  ring,
  roundTree,
  sky,
  stroke,
} from './shapes.ts'

export const scenes: Record<PictureKind, (paint: Paint) => string> = {
  campus(paint) {
    const { ridges, light, amber, random, pick, leaf, isNight } = paint
    const wall = isNight ? ridges[1] : light
    const at = 105 + random() * 50
    const lit = isNight ? amber : ridges[1]
    const windows = repeat(6, (i) => (i === 2 || i === 3 ? '' : arch(at + 10 + i * 16, 112, 8, 16, lit)))
    const columns = repeat(5, (i) => rect(at + 36 + i * 9.5, 100, 4, 32, i % 2 ? light : wall))
    const top = pick(['tower', 'dome', 'spire'])
    const crown = {
      tower: `${rect(at + 47, 40, 20, 50, wall)}${path(`M${at + 44} 40l13-16 13 16z`, paint.coral)}${circle(at + 57, 54, 5.5, amber)}`,
      dome: `${path(`M${at + 38} 84a19 22 0 0 1 38 0z`, ridges[1])}${rect(at + 54.5, 50, 5, 14, ridges[1])}${circle(at + 57, 48, 3, amber)}`,
      spire: `${rect(at + 49, 56, 16, 32, wall)}${path(`M${at + 47} 57l10-38 10 38z`, ridges[2])}${arch(at + 54, 64, 6, 12, lit)}`,
    }[top]
    const trees = repeat(8, (i) => {
      const [x, r] = [4 + i * 44 + random() * 18, 11 + random() * 9]
      if (Math.abs(x - at - 57) < 44) return ''
      return roundTree(x, 140 + random() * 6, r, i % 3 === 0 ? ridges[2] : leaf)
    })
    return `${sky(paint)}${ridge(paint, 104, 16, ridges[0])}${crown}${rect(at, 98, 114, 42, wall)}${path(`M${at - 4} 98h122v-4h-122z`, ridges[2])}${path(`M${at + 28} 95l29-15 29 15z`, paint.coral)}${windows}${columns}${trees}${ridge(paint, 143, 5, ridges[2])}${path(`M${at + 50} 146h14l30 34h-74z`, oklch(isNight ? 0.6 : 0.92, 0.04, 80))}`
  },
  skyline(paint) {
    const { ridges, amber, random, isNight } = paint
    const row = (base: number, tall: number, color: string, isNear: boolean) => {
      let drawn = ''
      for (let x = -6; x < 320;) {
        const [wide, high] = [18 + random() * 20, tall * (0.45 + random() * 0.55)]
        drawn += rect(x, base - high, wide, high + 60, color)
        const roof = random()
        if (roof < 0.25) drawn += rect(x + wide / 2 - 1, base - high - 14, 2, 14, color)
        else if (roof < 0.45) drawn += path(`M${n(x)} ${n(base - high)}l${n(wide / 2)}-12 ${n(wide / 2)} 12z`, color)
        if (isNear) drawn += panes(x, base - high, wide, isNight ? 0.55 : 0.3)
        x += wide + (random() < 0.3 ? 5 : 0)
      }
      return drawn
    }
    const panes = (x: number, y: number, wide: number, share: number) => {
      let d = ''
      for (let px = x + 4; px < x + wide - 5; px += 6)
        for (let py = y + 8; py < 168; py += 9) if (random() < share) d += `M${n(px)} ${n(py)}h2.5v4h-2.5z`
      return path(d, amber)
    }
    return `${sky(paint)}${row(140, 84, ridges[0], false)}${row(152, 74, ridges[1], false)}${row(166, 62, ridges[3], true)}`
  },
  hills(paint) {
    const { ridges, random } = paint
    const trees = repeat(9, () => {
      const x = random() * 320
      return pine(x, 166 + random() * 12, 14 + random() * 12, ridges[3])
    })
    return `${sky(paint)}${ridge(paint, 92, 26, ridges[0])}${ridge(paint, 116, 20, ridges[1])}${ridge(paint, 140, 14, ridges[2])}${trees}${ridge(paint, 166, 8, ridges[3])}`
  },
  coast(paint) {
    const { ridges, light, coral, random, sun } = paint
    const x = 60 + random() * 200
    const shine = repeat(9, (i) => rect(x - 3 - random() * 18, 116 + i * 6.5, 12 + random() * 26, 1.6, sun, 0.75))
    const boat = 40 + random() * 240
    const sail = `${path(`M${n(boat)} 100v34h-19z`, light)}${path(`M${n(boat + 2)} 106v28h13z`, coral)}${path(`M${n(boat - 22)} 137h42l-7 8h-28z`, ridges[3])}`
    const headland =
      random() < 0.5 ? 'M0 74c30-6 46 8 70 20s34 8 52 18H0z' : 'M320 78c-34-8-50 6-78 18s-30 8-48 16h126z'
    return `${disc(paint, x, 70)}${clouds(paint)}${path(headland, ridges[1])}${rect(0, 110, 320, 70, ridges[2])}${rect(0, 110, 320, 26, ridges[1], 0.5)}${shine}${sail}${ridge(paint, 172, 5, ridges[3])}`
  },
  forest(paint) {
    const { ridges, random, leaf } = paint
    const wood = (count: number, base: number, tall: number, color: string) =>
      repeat(count, (i) =>
        pine((i + random() * 0.8) * (320 / count), base + random() * 8, tall * (0.7 + random() * 0.5), color),
      )
    return `${sky(paint)}${ridge(paint, 96, 22, ridges[0])}${wood(15, 140, 50, ridges[1])}${rect(0, 138, 320, 42, ridges[1])}${wood(11, 160, 62, ridges[2])}${rect(0, 158, 320, 22, ridges[2])}${wood(5, 182, 84, ridges[3])}${path('M120 180c10-24 46-26 40-42 14 18-6 26 34 42z', leaf, 0.55)}`
  },
  music(paint) {
    const { ridges, amber, coral, light, random } = paint
    const x = 90 + random() * 140
    const rings = repeat(7, (i) => ring(x, 108, 70 - i * 7, ridges[i % 2 ? 2 : 3]))
    const bars = repeat(21, (i) => {
      const tall = 14 + Math.abs(Math.sin(i * 0.9 + x)) * 46 * (0.6 + random() * 0.5)
      return rect(8 + i * 15, 180 - tall, 8, tall, [coral, amber, light][i % 3]!, 0.9)
    })
    return `${circle(x, 108, 76, ridges[3])}${rings}${circle(x, 108, 24, coral)}${circle(x, 108, 5, light)}${path(`M${n(x + 70)} 26l14 6-34 74-8-3z`, light)}${circle(x + 77, 28, 11, amber)}${bars}`
  },
  sport(paint) {
    const { ridges, light, coral, amber, random } = paint
    const lanes = repeat(
      6,
      (i) =>
        `<path d="M-20 ${200 - i * 4}C80 ${190 - i * 19} 200 ${176 - i * 19} 340 ${124 - i * 16}" fill="none" stroke="${light}" stroke-width="1.8" opacity=".85"/>`,
    )
    const x = 70 + random() * 150
    const runner = (rx: number, ry: number, shirt: string, k: number) =>
      `<g transform="translate(${n(rx)} ${n(ry)}) scale(${k})">${stroke('M0 0l-9 20M-9 20l13 9-3 17M-9 20l-8 15-15 1M-1 4l-13 6 3 11M-1 4l10 10 10-4', paint.ink, 6)}${stroke('M0 1l-8 17', shirt, 11)}${circle(5, -11, 6.5, paint.ink)}</g>`
    return `${sky(paint)}${ridge(paint, 84, 12, ridges[0])}${ridge(paint, 98, 6, ridges[1])}${path('M-10 204C90 90 220 96 340 20v170z', coral)}${lanes}${runner(x, 78, amber, 1)}${runner(x + 62, 62, light, 0.88)}`
  },
  books(paint) {
    const { ridges, coral, amber, light, random, pick } = paint
    const shelf = (base: number) => {
      let drawn = ''
      for (let x = 14; x < 296;) {
        const [wide, high] = [9 + random() * 13, 44 + random() * 22]
        const color = pick([ridges[1], ridges[2], ridges[3], coral, amber, light])
        const tilt = random() < 0.1 && x < 270 ? ` transform="rotate(9 ${n(x)} ${base})"` : ''
        const band = color === light ? coral : light
        drawn += `<g${tilt}>${rect(x, base - high, wide, high, color)}${rect(x, base - high + 8, wide, 2.5, band, 0.8)}${rect(x, base - 12, wide, 2.5, band, 0.8)}</g>`
        x += wide + (tilt ? 15 : random() < 0.12 ? 20 : 1.5)
      }
      return `${drawn}${rect(0, base, 320, 7, ridges[3])}${rect(0, base + 7, 320, 5, ridges[3], 0.25)}`
    }
    return shelf(82) + shelf(170)
  },
  stage(paint) {
    const { ridges, amber, coral, light, ink, random } = paint
    const beams = repeat(3, (i) =>
      path(`M${60 + i * 100} -6l${n(-60 + random() * 80)} 170h74z`, i % 2 ? amber : light, 0.28),
    )
    const curtain = (x: number, k: number) =>
      repeat(4, (i) =>
        path(
          `M${x + k * i * 17} 0h${k * 19}c${k * 2} 60 ${k * -6} 110 ${k * (-2 - i * 2)} 152h${k * -20}z`,
          i % 2 ? coral : oklch(0.58, 0.15, 35),
        ),
      )
    const crowd = repeat(
      15,
      (i) => `${circle(8 + i * 22 + random() * 6, 160 + random() * 8, 9, ink)}${rect(-4 + i * 22, 168, 24, 14, ink)}`,
    )
    return `${rect(0, 0, 320, 180, ridges[2])}${beams}${rect(0, 138, 320, 42, ridges[3])}${stroke('M160 96v42M148 139h24', light, 3)}${path('M152 92a8 8 0 0 1 16 0v4a8 8 0 0 1-16 0z', light)}${curtain(0, 1)}${curtain(320, -1)}${crowd}`
  },
  food(paint) {
    const { ridges, amber, coral, light, leaf, random } = paint
    const plate = (x: number, y: number, r: number, fill: string) =>
      `${circle(x, y + 3, r, paint.ink, 0.12)}${circle(x, y, r, light)}${ring(x, y, r * 0.74, ridges[0])}${fill}`
    const slices = (x: number, y: number) =>
      repeat(6, (i) =>
        path(
          `M${x} ${y}l${n(18 * Math.cos(i * 1.047))} ${n(18 * Math.sin(i * 1.047))}a18 18 0 0 1 ${n(18 * (Math.cos(i * 1.047 + 0.9) - Math.cos(i * 1.047)))} ${n(18 * (Math.sin(i * 1.047 + 0.9) - Math.sin(i * 1.047)))}z`,
          i % 2 ? amber : coral,
        ),
      )
    const greens = repeat(7, (i) =>
      circle(238 + 16 * Math.cos(i), 60 + 16 * Math.sin(i), 5 + random() * 5, i % 3 ? leaf : coral),
    )
    const cloth = repeat(9, (i) => rect(i * 40 - 8, 0, 18, 180, light, 0.35))
    return `${cloth}${plate(92, 96, 52, slices(92, 96))}${plate(238, 60, 38, greens)}${plate(214, 148, 30, circle(214, 148, 16, paint.ridges[3]) + ring(214, 148, 11, amber))}${stroke('M160 50v70M154 50v16h12V50', ridges[3], 3)}${stroke('M24 62v72', ridges[3], 4)}`
  },
  science(paint) {
    const { ridges, amber, coral, light, random } = paint
    const turn = random() * 60
    const orbits = repeat(
      3,
      (i) =>
        `<ellipse cx="160" cy="90" rx="84" ry="30" fill="none" stroke="${i === 1 ? coral : light}" stroke-width="3.5" transform="rotate(${n(turn + i * 60)} 160 90)"/>`,
    )
    const electrons = repeat(
      3,
      (i) =>
        `<g transform="rotate(${n(turn + i * 60)} 160 90)">${circle(160 + 84 * Math.cos(turn + i), 90 + 30 * Math.sin(turn + i), 7.5, amber)}</g>`,
    )
    const dots = repeat(44, (i) => circle(12 + (i % 11) * 29.6, 20 + Math.floor(i / 11) * 46, 1.6, light, 0.55))
    return `${rect(0, 0, 320, 180, ridges[2])}${circle(160, 90, 118, ridges[1], 0.55)}${dots}${orbits}${circle(160, 90, 17, coral)}${circle(154, 84, 6, light, 0.5)}${electrons}`
  },
  people(paint) {
    const { ridges, amber, coral, light, random, pick } = paint
    const skins = [oklch(0.84, 0.06, 65), oklch(0.72, 0.08, 60), oklch(0.56, 0.08, 55), oklch(0.42, 0.06, 50)]
    const hairs = [oklch(0.25, 0.03, 50), oklch(0.4, 0.07, 50), oklch(0.78, 0.1, 82), oklch(0.8, 0.01, 80)]
    const person = (x: number, base: number, k: number) => {
      const [skin, hair, shirt] = [pick(skins), pick(hairs), pick([ridges[1], ridges[2], coral, amber, light])]
      const long = random() < 0.5 ? path('M-16-38c0-24 32-24 32 0v22c-6 4-26 4-32 0z', hair) : ''
      return `<g transform="translate(${n(x)} ${n(base)}) scale(${n(k)})">${long}${path('M-34 60c0-44 10-58 34-58s34 14 34 58z', shirt)}${rect(-6, -12, 12, 18, skin)}<ellipse cy="-26" rx="14" ry="17" fill="${skin}"/>${path('M-15-28c-1-22 31-22 30 0-6-8-22-4-30 0z', hair)}</g>`
    }
    const back = repeat(4, (i) => person(44 + i * 78 + random() * 10, 124, 0.92))
    const front = repeat(3, (i) => person(84 + i * 78 + random() * 10, 142, 1.06))
    return `${disc(paint, 60 + random() * 200, 62)}${ridge(paint, 96, 14, ridges[0])}${back}${front}`
  },
  letter(paint) {
    const { ridges, amber, coral, light, random } = paint
    const turn = -9 + random() * 18
    const lines = repeat(4, (i) => rect(112, 46 + i * 11, i === 3 ? 52 : 96, 3.5, ridges[0]))
    return `${circle(60 + random() * 200, 84, 84, amber, 0.35)}<g transform="rotate(${n(turn)} 160 96)">${rect(86, 66, 148, 88, ridges[2])}${rect(98, 30, 124, 96, light)}${lines}${path('M86 66l74 50 74-50v88h-148z', ridges[1])}${path('M86 154l58-50 16 12 16-12 58 50z', ridges[2])}${circle(160, 116, 12, coral)}</g>`
  },
}
