import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { Bridge } from '../ipc.ts'

const bridge: Bridge = {
  call: (channel, request) => ipcRenderer.invoke(`call:${channel}`, request),
  on(event, listener) {
    const forwardEvent = (_event: unknown, event: unknown) => listener(event)
    ipcRenderer.on(`event:${event}`, forwardEvent)
    return () => ipcRenderer.off(`event:${event}`, forwardEvent)
  },
  take: (file) => ipcRenderer.invoke('take', webUtils.getPathForFile(file)),
}
contextBridge.exposeInMainWorld('desktop', bridge)
