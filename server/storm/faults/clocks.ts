import { noClock } from '../clock.ts'
import { oneOf, type Kind } from './fault.ts'

export const clocks: Kind[] = [stepping('a clock is an hour ahead', 3600), stepping('a clock is an hour behind', -3600)]

function stepping(name: string, seconds: number): Kind {
  return {
    name,
    missing: () => noClock,
    make({ parts }, below) {
      const { program, clock } = oneOf(parts, below)
      return { of: program.name, may: [], begin: () => clock.set(seconds), end: () => clock.set(0) }
    },
  }
}
