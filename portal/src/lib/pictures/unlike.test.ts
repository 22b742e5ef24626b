import { readdirSync } from 'node:fs'
import { pictureKinds } from '@alumni/shared/publications/cards'
import { expect, test } from 'vitest'
import { unlikeOthers } from './unlike.ts'

test('three dinners on one page are three drawings, and what comes first is drawn as it was chosen', () => {
  const drawn = new Set<(typeof pictureKinds)[number]>()
  const shown = (['food', 'food', 'music', 'food'] as const).map((kind) => unlikeOthers(drawn, kind))
  expect(shown).toEqual(['food', 'hills', 'music', 'campus'])
})

test('a page with more pictures than kinds shows each kind before one comes again', () => {
  const drawn = new Set<(typeof pictureKinds)[number]>()
  const shown = Array.from({ length: 2 * pictureKinds.length }, () => unlikeOthers(drawn, 'stage'))
  for (const half of [shown.slice(0, pictureKinds.length), shown.slice(pictureKinds.length)])
    expect(new Set(half)).toEqual(new Set(pictureKinds))
})

test('there is a drawing of each kind', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.svg'))
  expect(files.toSorted()).toEqual(pictureKinds.map((kind) => `${kind}.svg`).toSorted())
})
