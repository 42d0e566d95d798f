// What a screen reader is told when something happens that only shows elsewhere.

class Live {
  text = $state('');

  say(text: string): void {
    this.text = '';
    setTimeout(() => (this.text = text), 50); // the same words twice are said twice
  }
}

export const live = new Live();
