export { notifyRefusal as sayRefusal } from './notify.tsx'
