import type { Kind } from './fault.ts'

export const mail: Kind[] = [
  {
    name: 'the mail server takes nothing for now',
    make: ({ sink }) => ({
      of: 'mail',
      may: [],
      begin: () => (sink.does = 'refuse'),
      end: () => (sink.does = 'take'),
    }),
  },
  {
    name: 'the mail server has a message and breaks off',
    make: ({ sink, workers }) => ({
      of: 'mail',
      may: ['letter-twice'],
      begin: () => (sink.does = 'hang'),
      end() {
        sink.does = 'take'
        for (const { links } of workers) {
          links.mail.startFault({ kind: 'reset' })
          links.mail.end()
        }
      },
    }),
  },
]
