import type { Part } from '../part.ts'
import type { System } from '../system.ts'
import { mayOfKill, oneOf, type Kind } from './fault.ts'

export const processes: Kind[] = [
  killing('a server is killed', ({ servers }) => servers),
  killing('a worker is killed', ({ workers }) => workers),
  {
    name: 'a worker is frozen',
    make({ workers }, below) {
      const { program } = oneOf(workers, below)
      return { of: program.name, may: ['letter-twice'], begin: () => program.freeze(), end: () => program.thaw() }
    },
  },
]

function killing(name: string, choose: (system: System) => Part[]): Kind {
  return {
    name,
    make(system, below) {
      const part = oneOf(choose(system), below)
      return {
        of: part.program.name,
        may: mayOfKill(system, part),
        begin: () => part.program.stop('SIGKILL'),
        end: () => part.start(),
      }
    },
  }
}
