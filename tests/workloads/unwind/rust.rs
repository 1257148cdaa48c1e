// SPDX-License-Identifier: GPL-2.0-or-later
//! Rust, see truth.h: plain calls, closures, trait objects, a panic that is caught, a thread.

use std::panic::{catch_unwind, AssertUnwindSafe};

const SPIN: u32 = 150_000;

/// Of another body each, so that none is merged with another.
macro_rules! spin {
    ($n:expr) => {
        for i in 0..$n {
            std::hint::black_box(i ^ line!());
        }
    };
}

extern "C" {
    /// CPU time in us.
    fn clock() -> std::ffi::c_long;
}

/// After a call: so that it is a call and no jump.
fn returns() {
    unsafe { std::arch::asm!("") }
}

#[no_mangle]
#[inline(never)]
fn plain_leaf(n: u32) {
    spin!(n);
}

#[no_mangle]
#[inline(never)]
fn plain() {
    plain_leaf(std::hint::black_box(SPIN));
    returns();
}

#[no_mangle]
#[inline(never)]
fn apply(f: &dyn Fn(u32)) {
    f(SPIN);
    returns();
}

#[no_mangle]
#[inline(never)]
fn closure_leaf(n: u32) {
    spin!(n);
}

#[no_mangle]
#[inline(never)]
fn closure() {
    let more = std::hint::black_box(3);
    apply(&|n| {
        closure_leaf(n + more);
        returns();
    });
    returns();
}

struct Guard;

#[no_mangle]
#[inline(never)]
fn drop_leaf(n: u32) {
    spin!(n);
}

impl Drop for Guard {
    #[inline(never)]
    fn drop(&mut self) {
        drop_leaf(std::hint::black_box(SPIN));
        returns();
    }
}

#[no_mangle]
#[inline(never)]
fn panics(n: u32) {
    let _guard = Guard;
    spin!(n);
    std::panic::resume_unwind(Box::new(n));
}

#[no_mangle]
#[inline(never)]
fn panic() {
    let _ = catch_unwind(AssertUnwindSafe(|| panics(std::hint::black_box(SPIN))));
    returns();
}

#[no_mangle]
#[inline(never)]
fn thread_leaf(n: u32) {
    spin!(n);
}

#[no_mangle]
#[inline(never)]
fn thread_main() {
    thread_leaf(std::hint::black_box(SPIN * 2));
    returns();
}

#[no_mangle]
#[inline(never)]
fn thread() {
    std::thread::spawn(thread_main).join().unwrap();
    returns();
}

const LINES: &[&str] = &[
    "stack plain_leaf;plain;-;main;-;_start",
    "stack closure_leaf;-;apply;closure;-;main;-;_start",
    "stack panics;panic;-;main;-;_start",
    "stack drop_leaf;-;panics;panic;-;main;-;_start",
    // As in exceptions.cc.
    "torn -;panics;-",
    "torn -;panic;-",
    "stack thread_leaf;thread_main;-*2-",
    "also -",
    "also thread;-;main;-;_start",
];

fn main() {
    let ms: std::ffi::c_long = std::env::args().nth(1).map_or(200, |s| s.parse().unwrap());
    for line in LINES {
        println!("{line}");
    }
    while unsafe { clock() } < ms * 1000 {
        for phase in [plain, closure, panic, thread] {
            phase();
        }
    }
}
