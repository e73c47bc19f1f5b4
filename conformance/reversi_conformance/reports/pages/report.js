"use strict";
// Replays sessions beside their golden games, and filters the cases. All it knows stands in the
// page, and it sets nothing but text, so that nothing of a stranger's can become more than that.
(() => {
  const data = JSON.parse(document.getElementById("sessions").textContent);
  const words = data.text;
  const LETTERS = "abcdefghijklmnopqrstuvwxyz";
  const LARGE = 10;
  const SECONDS = [2.4, 1.2, 0.5];
  const SAME_BOARD = 0;
  const OTHER_GAME = 2;

  const filled = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const counted = (n, pair) => filled(pair[n === 1 ? 0 : 1], { n });

  function made(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name in element) element[name] = value;
      else element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  }

  // Boards

  const boardOf = (block) => data.boards[~(Array.isArray(block) ? block[0] : block)];
  const isBoard = (block) => Array.isArray(block) || block < 0;
  const sizeOf = (board) => Math.round(Math.sqrt(board.length));

  function drawnBoard(board, other, mark) {
    const size = sizeOf(board);
    const table = made("table", { className: size > LARGE ? "board large" : "board" });
    table.append(made("caption", { className: "aloud" }, words.board));
    const head = table.createTHead().insertRow();
    head.append(made("td"));
    for (const letter of LETTERS.slice(0, size)) head.append(made("th", { scope: "col" }, letter));
    const body = table.createTBody();
    for (let row = 0; row < size; row += 1) {
      const cells = body.insertRow();
      cells.append(made("th", { scope: "row" }, LETTERS[row]));
      for (let column = 0; column < size; column += 1) {
        const at = row * size + column;
        const sign = board[at] === "." ? "" : board[at];
        const cell = made("td", { className: sign.toLowerCase() }, sign);
        if (other && other.length === board.length && other[at] !== board[at]) {
          cell.classList.add(mark);
          cell.append(made("span", { className: "aloud" }, ` ${words.differs}`));
        }
        cells.append(cell);
      }
    }
    return table;
  }

  function linesOf(block) {
    if (Array.isArray(block)) return block.slice(1).map((index) => data.lines[index]);
    if (block >= 0) return [data.lines[block]];
    const board = boardOf(block);
    const size = sizeOf(board);
    const rows = [...LETTERS.slice(0, size)].map((letter, row) =>
      [letter, ...board.slice(row * size, (row + 1) * size)].join(" "));
    return [`  ${[...LETTERS.slice(0, size)].join(" ")}`, ...rows];
  }

  // One side of a turn: lines and boards, then what is typed

  function output(blocks, others, typed, mark, isRaw) {
    const known = new Set((others || []).filter((block) => !isBoard(block)));
    const knownLines = new Set((others || []).flatMap(linesOf));
    const boards = (others || []).filter(isBoard);
    const shown = made("div", { className: "output" });
    let text = null;
    let boardsSeen = 0;
    const addLine = (line, differs) => {
      if (text === null) {
        text = made("pre");
        shown.append(text);
      } else {
        text.append("\n");
      }
      text.append(differs ? made("span", { className: "differs" }, line) : line);
    };
    for (const block of blocks) {
      if (isBoard(block) && !isRaw) {
        const facing = boards[boardsSeen];
        text = null;
        shown.append(drawnBoard(boardOf(block), facing === undefined ? null : boardOf(facing), mark));
        boardsSeen += 1;
      } else if (isBoard(block)) {
        for (const line of linesOf(block)) addLine(line, others && !knownLines.has(line));
      } else {
        addLine(data.lines[block], others && !known.has(block));
      }
    }
    if (typed !== null) {
      if (text === null) addLine("", false);
      text.append(made("kbd", {}, typed || words.enter));
    }
    if (!blocks.length && typed === null) shown.append(made("p", { className: "dim" }, words.nothing));
    return shown;
  }

  function side(name, content) {
    return made("div", { className: "side" }, made("p", { className: "name" }, name), content);
  }

  function turn(session, index, wantsRaw) {
    const [expected, observed, [due, typed], findings, standing, isOwn, isLayout] = session.steps[index];
    const isFaulty = findings.length > 0;
    const isRaw = wantsRaw || isLayout;
    const shown = made("div", { className: isFaulty ? "turn faulty" : "turn" });
    shown.append(made("p", { className: "small dim" }, heading(session, index)));
    const remark = remarkOn(session, index);
    if (remark) shown.append(made("p", { className: "notice" }, remark));
    if (isFaulty) {
      const items = findings.map((each) => made("li", {}, `✗ ${each}`));
      shown.append(made("ul", { className: "faults" }, ...items));
    }
    const mark = isFaulty && (standing === SAME_BOARD || isOwn) ? "wrong" : "elsewhere";
    const sides = made("div", { className: "sides" });
    if (expected !== null) {
      const name = isOwn ? words.own : standing === SAME_BOARD ? words.expected : words.golden;
      sides.append(side(name, output(expected, observed, isOwn ? null : due, mark, isRaw)));
    }
    sides.append(side(words.observed, output(observed, expected, typed, mark, isRaw)));
    shown.append(sides);
    if (index === session.steps.length - 1 && session.missing) {
      shown.append(made("p", { className: "dim" }, counted(session.missing, words.missing)));
    }
    return shown;
  }

  function heading(session, index) {
    const before = index ? session.steps[index - 1][2][1] : null;
    const where = filled(words.position, { n: index + 1, all: session.steps.length });
    const typed = before === null ? words.start : filled(words.typed, { typed: before || words.enter });
    return filled(words.where, { where, typed });
  }

  function remarkOn(session, index) {
    const standing = session.steps[index][4];
    const before = index ? session.steps[index - 1][4] : SAME_BOARD;
    if (standing === before) return "";
    return standing === OTHER_GAME ? words.another_game : words.another_board;
  }

  // The player of one session

  function player(session) {
    let index = 0;
    let timer = null;
    const last = session.steps.length - 1;
    const button = (name, act) => made("button", { type: "button", onclick: act }, name);
    const buttons = {
      first: button(words.first, () => moveTo(0)),
      back: button(words.back, () => moveTo(index - 1)),
      play: button(words.play, () => (timer === null ? play() : pause())),
      step: button(words.step, () => moveTo(index + 1)),
      last: button(words.last, () => moveTo(last)),
    };
    const speed = made("select", { onchange: () => timer !== null && (pause(), play()) });
    words.speeds.forEach((name, at) => speed.append(made("option", { value: at, selected: at === 1 }, name)));
    const whole = made("input", { type: "checkbox", onchange: draw });
    const raw = made("input", { type: "checkbox", onchange: draw });
    const position = made("span", { className: "position" });
    const told = made("p", { className: "aloud", "aria-live": "polite" });
    const stage = made("div", { className: "stage" });
    const panel = made(
      "div",
      { className: "player", tabIndex: 0, role: "group", "aria-label": filled(words.group, { case: session.id }), onkeydown: onKey },
      made("div", { className: "controls" }, ...Object.values(buttons), made("label", {}, words.speed, speed), position),
      made("div", { className: "controls" }, made("label", {}, whole, words.whole), made("label", {}, raw, words.raw), made("span", { className: "dim small" }, words.keys)),
      told,
      stage,
    );

    // What is wider than its side is moved sideways by keys, too.
    function reachable(name, wide) {
      if (wide.scrollWidth <= wide.clientWidth) return;
      wide.tabIndex = 0;
      wide.setAttribute("role", "group");
      wide.setAttribute("aria-label", name);
    }

    function draw() {
      const turns = whole.checked ? session.steps.map((_, at) => at) : [index];
      stage.replaceChildren(...turns.map((at) => turn(session, at, raw.checked)));
      for (const each of stage.querySelectorAll(".side")) {
        reachable(each.querySelector(".name").textContent, each.querySelector(".output"));
      }
      buttons.first.disabled = buttons.back.disabled = whole.checked || index === 0;
      buttons.last.disabled = buttons.step.disabled = whole.checked || index === last;
      buttons.play.disabled = whole.checked;
      position.textContent = filled(words.position, { n: index + 1, all: last + 1 });
    }

    function show(to) {
      index = Math.min(Math.max(to, 0), last);
      draw();
      const findings = session.steps[index][3];
      told.textContent = filled(words.told, { where: heading(session, index), what: findings.join("; ") || words.conforms });
    }

    function moveTo(to) {
      pause();
      const focused = document.activeElement;
      show(to);
      if (focused instanceof HTMLButtonElement && focused.disabled) panel.focus();
    }

    function play() {
      if (whole.checked) return;
      if (index === last) show(0);
      buttons.play.textContent = words.pause;
      timer = window.setInterval(() => {
        if (index === last) pause();
        else show(index + 1);
      }, SECONDS[speed.value] * 1000);
    }

    function pause() {
      if (timer !== null) window.clearInterval(timer);
      timer = null;
      buttons.play.textContent = words.play;
    }

    function onKey(event) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.target === speed || whole.checked) return;
      const isButton = event.target !== panel;
      if (event.key === "ArrowRight") moveTo(index + 1);
      else if (event.key === "ArrowLeft") moveTo(index - 1);
      else if (event.key === " " && !isButton) timer === null ? play() : pause();
      else return;
      event.preventDefault();
    }

    // Where something is wrong is where a reader wants to be.
    const faulty = session.steps.findIndex((step) => step[3].length);
    index = Math.max(faulty, 0);
    return { panel, draw };
  }

  for (const place of document.querySelectorAll(".replay")) {
    const details = place.closest("details");
    const open = () => {
      if (!details.open || place.firstChild) return;
      const session = data.sessions[Number(place.dataset.session)];
      if (!session) return;
      const { panel, draw } = player(session);
      place.append(made("h4", {}, words.heading), panel);
      draw();
    };
    details.addEventListener("toggle", open);
    open();
  }

  // Cases: a link to one opens it, and a filter shows some of them

  function openTarget() {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (!(target instanceof HTMLDetailsElement)) return;
    target.hidden = false;
    target.open = true;
    target.scrollIntoView();
    target.querySelector("summary").focus({ preventScroll: true });
  }
  window.addEventListener("hashchange", openTarget);
  openTarget();

  const filter = document.getElementById("filter");
  if (filter) {
    const choice = filter.querySelector("select");
    const status = filter.querySelector("[role=status]");
    const cases = [...document.querySelectorAll("details.case")];
    const conforming = document.querySelector("details.conforming");
    const choose = () => {
      const wanted = choice.value;
      let shown = 0;
      for (const each of cases) {
        const isShown = wanted === "all" || wanted === "failed" || each.dataset.checks.split(" ").includes(wanted);
        each.hidden = !isShown;
        shown += isShown ? 1 : 0;
      }
      if (conforming) {
        conforming.hidden = wanted !== "all";
        if (wanted === "all") shown += conforming.querySelectorAll("li").length;
      }
      status.textContent = counted(shown, words.shown);
    };
    choice.addEventListener("change", choose);
    choose();
    filter.hidden = false;
  }
})();
