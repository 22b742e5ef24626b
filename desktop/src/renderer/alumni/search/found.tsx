export { ExportEveryone } from './export-dialog.tsx'
export { WriteTo } from '../../domain/letters/write-to.tsx'
export { Results } from './results.tsx'
export { SelectedPeople } from './selection-bar.tsx'
