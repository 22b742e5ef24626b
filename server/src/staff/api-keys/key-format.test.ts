import { expect, test } from 'vitest'
import { hashApiKey, isApiKey, createApiKey, prefixOf } from './key-format.ts'

test('a new key has the format and a valid checksum', () => {
  const keys = Array.from({ length: 200 }, createApiKey)
  expect(new Set(keys).size).toBe(200)
  for (const key of keys) expect([key, isApiKey(key)]).toEqual([expect.stringMatching(/^ars_[0-9A-Za-z]{46}$/), true])
  expect(prefixOf(keys[0]!)).toHaveLength(12)
  expect(hashApiKey(keys[0]!)).toMatch(/^[0-9a-f]{64}$/)
})

test('a key with one changed character is invalid', () => {
  const key = createApiKey()
  for (let position = 0; position < key.length; position++) {
    const other = key[position] === 'x' ? 'y' : 'x'
    expect(isApiKey(key.slice(0, position) + other + key.slice(position + 1))).toBe(false)
  }
})

test.each([
  '',
  'ars_',
  `ars_${'a'.repeat(46)}`,
  ` ${createApiKey()}`,
  `${createApiKey()}\n`,
  createApiKey().toUpperCase(),
  'ars_\0',
])('the key %s is invalid', (text) => {
  expect(isApiKey(text)).toBe(false)
})
