import { mount } from 'svelte';

import App from './App.svelte';
import { preferred, words } from './words/t.svelte';

const target = document.getElementById('page');
if (target) {
  await words.speak(preferred());
  mount(App, { target });
}
