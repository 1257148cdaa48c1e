/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions of asm.c. Where a table could err, the function spends time there. */
	.macro function name
	.globl \name
	.type \name, %function
\name:
	.cfi_startproc
	.endm

	.macro end name
	.cfi_endproc
	.size \name, . - \name
	.endm

	.text
#if defined(__x86_64__)
	.macro spin count
	mov \count, %eax
99:	dec %eax
	jnz 99b
	.endm

	/* The distance of the frame changes with each push and pop. */
	function asm_pushes
	spin %edi
	push %rbx
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %rbx, 0
	spin %edi
	push %r12
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %r12, 0
	sub $24, %rsp
	.cfi_adjust_cfa_offset 24
	spin %edi
	xor %ebx, %ebx
	add $24, %rsp
	.cfi_adjust_cfa_offset -24
	pop %r12
	.cfi_adjust_cfa_offset -8
	.cfi_restore %r12
	pop %rbx
	.cfi_adjust_cfa_offset -8
	.cfi_restore %rbx
	spin %edi
	ret
	end asm_pushes

	/* Two ways out. */
	function asm_remembers
	push %rbx
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %rbx, 0
	test $1, %edi
	jz 1f
	.cfi_remember_state
	pop %rbx
	.cfi_adjust_cfa_offset -8
	.cfi_restore %rbx
	spin %edi
	ret
1:	.cfi_restore_state
	spin %edi
	inc %edi
	pop %rbx
	.cfi_adjust_cfa_offset -8
	.cfi_restore %rbx
	jmp asm_remembers
	end asm_remembers

	/* The return address is in a register. */
	function asm_register
	pop %r11
	.cfi_adjust_cfa_offset -8
	.cfi_register %rip, %r11
	spin %edi
	push %r11
	.cfi_adjust_cfa_offset 8
	.cfi_offset %rip, -8
	ret
	end asm_register

	/* The frame is found by a register that callees keep. */
	function asm_moved
	push %rbx
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %rbx, 0
	mov %rsp, %rbx
	.cfi_def_cfa_register %rbx
	sub $1000, %rsp
	and $-64, %rsp
	call *%rdi
	mov %rbx, %rsp
	.cfi_def_cfa_register %rsp
	pop %rbx
	.cfi_adjust_cfa_offset -8
	.cfi_restore %rbx
	ret
	end asm_moved

	/* Where the frame is stands at rsp + 8, rbx at rsp + 16; rbx itself is used. */
	function asm_expression
	lea 8(%rsp), %rax
	.cfi_def_cfa %rax, 0
	sub $64, %rsp
	and $-64, %rsp
	mov %rbx, 16(%rsp)
	mov %rax, 8(%rsp)
	.cfi_escape 0x0f, 3, 0x77, 8, 0x06
	.cfi_escape 0x10, 3, 2, 0x77, 16
	xor %ebx, %ebx
	call leaf
	mov 16(%rsp), %rbx
	.cfi_restore %rbx
	mov 8(%rsp), %rax
	.cfi_def_cfa %rax, 0
	lea -8(%rax), %rsp
	.cfi_def_cfa %rsp, 8
	ret
	end asm_expression

	/* The caller's register is known without being saved anywhere. */
	function asm_value
	.cfi_val_offset %rbx, 0
	xor %ebx, %ebx
	spin %edi
	lea 8(%rsp), %rbx
	.cfi_restore %rbx
	ret
	end asm_value

	function asm_fixed
	push %rbx
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %rbx, 0
	mov %rsp, %rbx
	.cfi_def_cfa_register %rbx
	mov $30000, %edi
	call asm_value
	mov %rbx, %rsp
	.cfi_def_cfa_register %rsp
	pop %rbx
	.cfi_adjust_cfa_offset -8
	.cfi_restore %rbx
	ret
	end asm_fixed

	/* A stack that begins here. */
	function asm_root
	push %rbx
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %rbx, 0
	mov %rsp, %rbx
	.cfi_def_cfa_register %rbx
	.cfi_remember_state
	mov %rsi, %rsp
	.cfi_undefined %rip
	call *%rdi
	.cfi_restore_state
	mov %rbx, %rsp
	.cfi_def_cfa_register %rsp
	pop %rbx
	.cfi_adjust_cfa_offset -8
	.cfi_restore %rbx
	ret
	end asm_root

	/* No table, but a frame pointer. */
	.globl asm_bare
	.type asm_bare, %function
asm_bare:
	push %rbp
	mov %rsp, %rbp
	sub $48, %rsp
	call *%rdi
	leave
	ret
	.size asm_bare, . - asm_bare

	/* A call at its very end: what follows has another frame. */
	function asm_ends
	sub $40, %rsp
	.cfi_adjust_cfa_offset 40
	call never
	end asm_ends

	function asm_after
	ret
	end asm_after

#elif defined(__aarch64__)
	.macro spin count
	mov w9, \count
99:	subs w9, w9, #1
	b.ne 99b
	.endm

	.macro save
	stp x19, x30, [sp, #-16]!
	.cfi_adjust_cfa_offset 16
	.cfi_rel_offset x19, 0
	.cfi_rel_offset x30, 8
	.endm

	.macro restore
	ldp x19, x30, [sp], #16
	.cfi_adjust_cfa_offset -16
	.cfi_restore x19
	.cfi_restore x30
	.endm

	/* The distance of the frame changes. */
	function asm_pushes
	spin w0
	save
	spin w0
	sub sp, sp, #48
	.cfi_adjust_cfa_offset 48
	mov x30, #0
	mov x19, #0
	spin w0
	add sp, sp, #48
	.cfi_adjust_cfa_offset -48
	restore
	spin w0
	ret
	end asm_pushes

	/* Two ways out. */
	function asm_remembers
	save
	tbz w0, #0, 1f
	.cfi_remember_state
	restore
	spin w0
	ret
1:	.cfi_restore_state
	mov x30, #0
	spin w0
	add w0, w0, #1
	restore
	b asm_remembers
	end asm_remembers

	/* The return address is in another register. */
	function asm_register
	mov x10, x30
	.cfi_register x30, x10
	mov x30, #0
	spin w0
	mov x30, x10
	.cfi_restore x30
	ret
	end asm_register

	/* The frame is found by a register that callees keep. */
	function asm_moved
	save
	mov x19, sp
	.cfi_def_cfa_register x19
	sub x9, x19, #1000
	and sp, x9, #-64
	blr x0
	mov sp, x19
	.cfi_def_cfa_register sp
	restore
	ret
	end asm_moved

	/* Where the frame is stands at sp + 8, x19 at sp + 16, the return address at sp + 24; x19 itself is used. */
	function asm_expression
	mov x10, sp
	.cfi_def_cfa x10, 0
	sub x9, x10, #64
	and sp, x9, #-64
	stp x19, x30, [sp, #16]
	str x10, [sp, #8]
	.cfi_escape 0x0f, 3, 0x8f, 8, 0x06
	.cfi_escape 0x10, 19, 2, 0x8f, 16
	.cfi_escape 0x10, 30, 2, 0x8f, 24
	mov x19, #0
	bl leaf
	ldp x19, x30, [sp, #16]
	.cfi_restore x19
	.cfi_restore x30
	ldr x10, [sp, #8]
	.cfi_def_cfa x10, 0
	mov sp, x10
	.cfi_def_cfa sp, 0
	ret
	end asm_expression

	/* The caller's register is known without being saved anywhere. */
	function asm_value
	.cfi_val_offset x19, 0
	mov x19, #0
	spin w0
	mov x19, sp
	.cfi_restore x19
	ret
	end asm_value

	function asm_fixed
	save
	mov x19, sp
	.cfi_def_cfa_register x19
	mov w0, #30000
	bl asm_value
	mov sp, x19
	.cfi_def_cfa_register sp
	restore
	ret
	end asm_fixed

	/* A stack that begins here. */
	function asm_root
	save
	mov x19, sp
	.cfi_def_cfa_register x19
	.cfi_remember_state
	mov sp, x1
	.cfi_undefined x30
	blr x0
	.cfi_restore_state
	mov sp, x19
	.cfi_def_cfa_register sp
	restore
	ret
	end asm_root

	/* No table, but a frame pointer. */
	.globl asm_bare
	.type asm_bare, %function
asm_bare:
	stp x29, x30, [sp, #-16]!
	mov x29, sp
	blr x0
	ldp x29, x30, [sp], #16
	ret
	.size asm_bare, . - asm_bare

	/* A call at its very end: what follows has another frame. */
	function asm_ends
	save
	sub sp, sp, #48
	.cfi_adjust_cfa_offset 48
	bl never
	end asm_ends

	function asm_after
	ret
	end asm_after
#endif
	.section .note.GNU-stack, "", %progbits
