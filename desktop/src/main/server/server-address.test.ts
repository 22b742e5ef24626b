import { expect, test } from 'vitest'
import { parseServerAddress } from './server-address.ts'

test.each([
  ['https://alumni.example.edu', 'https://alumni.example.edu'],
  ['  alumni.example.edu/ ', 'https://alumni.example.edu'],
  ['HTTPS://Alumni.Example.edu:8443/alumni_search?q=a', 'https://alumni.example.edu:8443'],
  ['localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
])('"%s" is the server %s', (input, origin) => expect(parseServerAddress(input)).toEqual({ origin }))

test.each([
  ['', /^Enter/],
  ['http://alumni.example.edu', /https/],
  ['http://127.0.0.1.evil.example', /https/],
  ['http://localhost.evil.example', /https/],
  ['ftp://alumni.example.edu', /https/],
  ['javascript:alert(1)', /./],
  ['file:///etc/passwd', /./],
  ['https://ada:secret@alumni.example.edu', /password/],
  ['https://champions.example.edu', /alumni site/],
  ['not an address', /not an address/],
  ['https//alumni.example.edu', /not an address/],
  ['https:/alumni.example.edu', /not an address/],
  ['http//localhost:3000', /not an address/],
])('"%s" is refused with a message', (input, message) =>
  expect(parseServerAddress(input)).toEqual({ message: expect.stringMatching(message) }),
)
