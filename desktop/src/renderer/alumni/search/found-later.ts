import { loadedLater } from '../../ui/table/loaded-later.ts'

const found = () => import('./found.tsx')

/** The parts of the page that only a search has: they are not in the script that the first page waits for. */
export const Results = loadedLater(found, 'Results')
export const SelectedPeople = loadedLater(found, 'SelectedPeople')
export const ExportEveryone = loadedLater(found, 'ExportEveryone')
