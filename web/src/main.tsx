// The page begins: the module, then the language, then the screen. Rules, knowledge and sentences come from the modules.
import { render } from 'preact';
import nebelUrl from '../../build/wasm/web/wasm/nebel.wasm?url';
import { Nebel } from '../wasm/nebel.ts';
import { App } from './app.tsx';
import { beginWords } from './words.ts';
import './page.css';

const module = await WebAssembly.compileStreaming(fetch(nebelUrl));
const nebel = await Nebel.load(module);
await beginWords(nebel);
render(<App nebel={nebel} module={module} />, document.getElementById('page')!);
if ('serviceWorker' in navigator) void navigator.serviceWorker.register('offline.js');
