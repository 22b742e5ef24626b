import { expect, test } from 'vitest'
import { parseEnvironmentFile } from './environment-file.ts'

test.each([
  ['A=s3://bucket?endpoint=https://s3.example.edu&region=eu', 's3://bucket?endpoint=https://s3.example.edu&region=eu'],
  ['A=Kestrel College', 'Kestrel College'],
  ['  A =  Kestrel College  ', 'Kestrel College'],
  ['A="Kestrel College"', 'Kestrel College'],
  ["A='Kestrel College'  ", 'Kestrel College'],
  ['A=#0b5c5c # teal', '#0b5c5c # teal'],
  ['A="a \\"b\\" \\$c \\` \\\\ \\d"', 'a "b" $c ` \\ \\d'],
  ['A=\'a "b" \\ $c\'', 'a "b" \\ $c'],
  ['A="one "\'two \'three', 'one two three'],
  ['A=one"two"', 'one"two"'],
  ['A=a\\ b\\  ', 'a b '],
  ['A=$HOME `id` ~ * ; | \\\\', '$HOME `id` ~ * ; | \\'],
  ['A=one \\\n  two', 'one   two'],
  ['A="one \\\n two"', 'one  two'],
  ['A="one\ntwo"', 'one\ntwo'],
  ['A=', ''],
  ['A=x==y', 'x==y'],
  ['A=one\r\nB=two\r', 'one'],
  ['A=first\nA=second', 'second'],
  ['# A=no\n; A=no\nA=yes\n#A=no', 'yes'],
  ['not a line\nA=yes', 'yes'],
])('%j is read as systemd reads it', (text, value) => {
  expect(parseEnvironmentFile(text).A).toBe(value)
})

test('a name that no shell could have is left out, as an "export" before it is', () => {
  expect(parseEnvironmentFile('export A=1\n1B=2\n=3\nC=4')).toEqual({ C: '4' })
})
