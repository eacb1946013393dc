import { render } from 'preact';
import { App, loadAhead } from './app';
import { speakPreferred } from './i18n';
import './styles/base.css';
import './styles/layout.css';
import './styles/records.css';
import './styles/slots.css';
import './styles/ui.css';
import './styles/print.css';

loadAhead();
void speakPreferred().then(() => render(<App />, document.getElementById('app') as HTMLElement));
